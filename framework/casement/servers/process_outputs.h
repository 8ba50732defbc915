// What the programs that a test has beside it have printed, so that it can be kept when the test
// fails: those that run, and those that ended during the test. Any thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace casement {

class ProcessOutputs {
 public:
  // While this lives, its program is one that runs.
  class Entry {
   public:
    Entry(std::string name, std::function<std::string()> output);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    const std::string name;
    const std::function<std::string()> output;
  };

  // The name of each and what it printed, those that ended first; of two with one name the second
  // is "NAME-2".
  static std::vector<std::pair<std::string, std::string>> all();
  // At the beginning of a test.
  static void forget_ended();
};

}  // namespace casement
