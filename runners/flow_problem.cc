#include "casement/runners/flow_problem.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "casement/base/text.h"

namespace casement::runners {
namespace {

constexpr std::string_view kError = ": error: ";

std::string_view word_of(FlowProblem::Severity severity) {
  return severity == FlowProblem::Severity::Error ? "error" : "warning";
}

// Takes ":12" off the end of `place`; 0 where there is none.
int take_number(std::string_view& place) {
  const std::size_t colon = place.rfind(':');
  if (colon == place.npos) return 0;
  int number = 0;
  const char* const end = place.data() + place.size();
  const auto parsed = std::from_chars(place.data() + colon + 1, end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end) return 0;
  place = place.substr(0, colon);
  return number;
}

// "(did you mean 'button'?)" and "; write http://shop.test/" are how the loader tells what to write
// instead.
std::string hint_in(std::string_view message) {
  for (const std::string_view begin : {"(did you mean ", "(here it is called "}) {
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
  std::string_view text = error.message();
  if (const std::size_t at = text.find(kError); at != text.npos) {
    std::string_view place = text.substr(0, at);
    problem.where.column = take_number(place);
    problem.where.line = take_number(place);
    problem.where.file = place;
    text = text.substr(at + kError.size());
  }
  problem.message = text;
  problem.hint = hint_in(text);
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
