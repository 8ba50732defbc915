// The lines of programs beside a case, by the step during which they arrived, for the trace of the case. For one
// thread.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/json.h"
#include "casement/flow/run/step_times.h"
#include "casement/results/model.h"

namespace casement {

// Passes the lines of all programs since a time (servers/program_lines.h).
using ReadProgramLines = std::function<void(double since, const std::function<void(results::ProgramLine)>& take)>;

class StepLines {
 public:
  static constexpr std::size_t kMostBytes = 1'000'000;  // of all lines in the trace

  explicit StepLines(StepTimes steps) : steps_(std::move(steps)) {}

  // A line belongs to the step that began last before the line arrived, or to no step. The lines of a program must come
  // in their order.
  void add(results::ProgramLine line);
  // Sets `server`, the lines in the order in which they arrived, and `server_left_out`, the numbers of older lines that
  // exceed the limit. Steps count from 0; -1: before the first step. Small groups of lines are kept whole.
  void write_to(Json& trace);

 private:
  struct Group {
    std::deque<results::ProgramLine> lines;
    std::size_t bytes = 0;
    std::size_t left_out = 0;  // lines

    void shrink_to(std::size_t most);
  };
  std::size_t fair_size() const;

  StepTimes steps_;
  std::map<std::pair<int, std::string>, Group> groups_;  // by step and program
};

}  // namespace casement
