// One thing that is wrong, or may be, in a flow's file, for people, programs and GitHub.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/results/model.h"

namespace casement::runners {

struct FlowProblem {
  enum class Severity { Error, Warning };
  Severity severity = Severity::Error;
  results::SourcePlace where;  // of a file that cannot be read as a whole without line and column
  std::string message;         // one line
  std::string hint;            // what to write instead; "" where nothing is known
  std::string shown;           // the message with its place and the line that it points into
};

// Of what the loader says.
FlowProblem problem_of(const Error& error);
// One whose place is known.
FlowProblem warning_at(results::SourcePlace where, std::string message, std::string hint);

// {file, line, column, severity, message, hint}
nlohmann::ordered_json to_json(const FlowProblem& problem);

}  // namespace casement::runners
