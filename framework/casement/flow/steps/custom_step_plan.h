// The row of a custom step in the step table: how the step is checked, explained and run. Used by custom_step_table.cc
// alone.
#pragma once

#include <string>

#include "casement/flow/steps/custom_step.h"
#include "casement/flow/steps/step_table.h"

namespace casement {

// Never moves, because the texts of `spec` are those of `step`.
struct CustomStepRow {
  CustomStep step;
  std::string example;
  StepSpec spec;
};

// Fills in `example` and `spec`.
void complete_row(CustomStepRow& row);

}  // namespace casement
