#include "casement/flow/run/step_times.h"

#include <algorithm>
#include <iterator>

namespace casement {

StepTimes::StepTimes(const std::vector<results::Step>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].began > 0) begun_.emplace_back(steps[i].began, static_cast<int>(i));
  }
  std::ranges::stable_sort(begun_);
}

int StepTimes::step_at(double time) const {
  const auto next = std::ranges::upper_bound(begun_, time, {}, &std::pair<double, int>::first);
  return next == begun_.begin() ? -1 : std::prev(next)->second;
}

}  // namespace casement
