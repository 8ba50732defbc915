#include "casement/results/infrastructure.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace casement::results {
namespace {

// Steps that change nothing, by the first word of their titles.
constexpr std::array<std::string_view, 7> kLooking{"open", "expect", "wait", "snapshot", "screenshot", "frames", "log"};

bool only_looks(const Step& step) {
  if (step.outcome == Outcome::Skipped) return true;
  const std::string_view title = step.title;
  return std::ranges::any_of(kLooking, [&](std::string_view word) {
    return title.starts_with(word) && (title.size() == word.size() || title[word.size()] == ':');
  });
}

}  // namespace

bool is_infrastructure(const Failure& failure) {
  return failure.type == "infrastructure" || failure.type.ends_with(".infrastructure");
}

bool failed_by_infrastructure(const Case& one) {
  return one.outcome == Outcome::Failed && !one.failures.empty() && is_infrastructure(one.failures.front());
}

bool has_not_acted(const Case& one) {
  return std::ranges::all_of(one.steps, only_looks);
}

std::string begun_again(const std::string& why) {
  return "restarted on another browser: " + why;
}

}  // namespace casement::results
