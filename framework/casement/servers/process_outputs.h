// Collects the output of the programs that run beside a test, so that a failed test can store it: of running programs,
// and of the last 8 that ended during the test. Any thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace casement {

class ProcessOutputs {
 public:
  // Registers a running program as long as this lives. Any thread may call `output`, and the destructor calls it once
  // more. `output` must not use ProcessOutputs.
  class Entry {
   public:
    Entry(std::string name, std::function<std::string()> output);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    const std::string name;
    const std::function<std::string()> output;
  };

  // Each program's name and output, ended programs first. If two have the same name, the second becomes "NAME-2".
  static std::vector<std::pair<std::string, std::string>> all();
  // Called at the beginning of a test.
  static void forget_ended();
};

}  // namespace casement
