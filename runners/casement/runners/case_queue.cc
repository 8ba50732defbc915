#include "casement/runners/case_queue.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace casement::runners {

CaseQueue::CaseQueue(const RunPlan& plan, CaseRange cases, std::optional<std::uint32_t> seed) : plan_(plan) {
  for (std::size_t number = cases.begin; number < cases.end; ++number) waiting_.push_back(number);
  if (!seed) return;
  // Does not use std::shuffle, whose order differs between standard libraries.
  std::mt19937 random(*seed);
  for (std::size_t left = waiting_.size(); left > 1; --left) std::swap(waiting_[left - 1], waiting_[random() % left]);
}

std::optional<std::size_t> CaseQueue::take(const std::vector<std::size_t>& running) {
  std::set<std::string> held;
  for (const std::size_t number : running) {
    const std::set<std::string>& locks = plan_.cases[number].flow->locks;
    held.insert(locks.begin(), locks.end());
  }
  const auto is_free = [&](std::size_t number) {
    return std::ranges::none_of(plan_.cases[number].flow->locks,
                                [&](const std::string& lock) { return held.contains(lock); });
  };
  const auto next = std::ranges::find_if(waiting_, is_free);
  if (next == waiting_.end()) return std::nullopt;
  const std::size_t number = *next;
  waiting_.erase(next);
  return number;
}

}  // namespace casement::runners
