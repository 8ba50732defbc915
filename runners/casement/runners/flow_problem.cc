#include "casement/runners/flow_problem.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "casement/base/text.h"

namespace casement::runners {
namespace {

std::string_view word_of(FlowProblem::Severity severity) {
  return severity == FlowProblem::Severity::Error ? "error" : "warning";
}

// Finds the loader's suggestion in the message: "(did you mean 'button'?)" or "; write http://shop.test/".
std::string hint_in(std::string_view message) {
  for (const std::string_view begin : {"(did you mean ", "(write '"}) {
    const std::size_t at = message.find(begin);
    const std::size_t end = at == message.npos ? at : message.find(')', at);
    if (end != message.npos) return std::string(message.substr(at + 1, end - at - 1));
  }
  const std::size_t at = message.find("; ");
  return at == message.npos ? "" : std::string(message.substr(at + 2));
}

}  // namespace

FlowProblem problem_of(const Error& error) {
  FlowProblem problem;
  problem.shown = error.full_text();
  problem.where = error.place().value_or(SourcePlace{});
  problem.message = error.problem();
  problem.hint = hint_in(problem.message);
  return problem;
}

FlowProblem warning_at(results::SourcePlace where, std::string message, std::string hint) {
  if (hint.empty()) hint = hint_in(message);
  std::string shown = fmt::format("{}:{}:{}: warning: {}", where.file, where.line, where.column, message);
  if (message.find(hint) == std::string::npos) shown += "\n  " + hint;
  return {FlowProblem::Severity::Warning, std::move(where), std::move(message), std::move(hint), std::move(shown)};
}

nlohmann::ordered_json to_json(const FlowProblem& problem) {
  return {{"file", problem.where.file},
          {"line", problem.where.line},
          {"column", problem.where.column},
          {"severity", word_of(problem.severity)},
          {"message", to_valid_utf8(problem.message)},
          {"hint", to_valid_utf8(problem.hint)}};
}

}  // namespace casement::runners
