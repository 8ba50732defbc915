// An error or a warning in a flow's file, for people, programs and GitHub.
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
  results::SourcePlace where;  // without line and column if the file cannot be read as a whole
  std::string message;         // one line
  std::string hint;            // what to write instead; "" if unknown
  std::string shown;           // the message with its place and the line into which it points
};

// Converts an error of the loader.
FlowProblem problem_of(const Error& error);
// Makes a warning at a known place.
FlowProblem warning_at(results::SourcePlace where, std::string message, std::string hint);

// {file, line, column, severity, message, hint}
nlohmann::ordered_json to_json(const FlowProblem& problem);

}  // namespace casement::runners
