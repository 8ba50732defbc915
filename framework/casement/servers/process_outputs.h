// Collects the output of the programs that run beside a test, so that a failed test can store it: of running programs,
// and of the last 8 that ended during the test. Any thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "casement/results/model.h"

namespace casement {

class ProcessOutputs {
 public:
  struct Source {
    std::function<std::string()> text;
    std::function<std::vector<results::ProgramLine>(double since)> lines;  // see `lines` below
  };
  // Registers a running program as long as this lives. Any thread may call the functions of `output`, and the
  // destructor calls them once more. They must not use ProcessOutputs.
  class Entry {
   public:
    Entry(std::string name, Source output);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    const std::string name;
    const Source output;
  };

  // Each program's name and output, ended programs first. If two have the same name, the second becomes "NAME-2".
  static std::vector<std::pair<std::string, std::string>> all();
  static bool has_programs();
  // The lines of these programs since a time, in milliseconds since the epoch, oldest first for each program. A program
  // keeps its newest megabyte.
  static std::vector<results::ProgramLine> lines(double since);
  // Called at the beginning of a test.
  static void forget_ended();
};

}  // namespace casement
