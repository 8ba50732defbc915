// Finds the step during which something happened, by its time.
#pragma once

#include <utility>
#include <vector>

#include "casement/results/model.h"

namespace casement {

class StepTimes {
 public:
  explicit StepTimes(const std::vector<results::Step>& steps);

  // Returns the step that began last by this time, counted from 0; -1: before the first step, or the time is unknown
  // (0). `time`: milliseconds since the epoch.
  int step_at(double time) const;

 private:
  std::vector<std::pair<double, int>> begun_;  // time and step
};

}  // namespace casement
