// The surroundings of a step: its flow, the running case, the variables at the moment, and the options of enclosing
// blocks. A plain value; cheap enough for one per step.
#pragma once

#include "casement/flow/model/flow.h"
#include "casement/target/target_step.h"

namespace casement {

struct StepContext {
  const Flow* flow = nullptr;       // contains the step
  const Flow* main_flow = nullptr;  // the flow of the running case: its site, users, …
  const FlowCase* flow_case = nullptr;
  FlowVariables* variables = nullptr;     // grows while steps run
  TargetSurroundings around = {};         // of every target, from `within` and `in`
  std::string user = {};                  // "" for the case's own page
  Milliseconds timeout{0};                // 0: the flow's
  bool soft = false;                      // as StepOptions::soft, of a step around it
  PlannedFiles* planned_files = nullptr;  // while a flow is checked: files written by the steps so far
};

}  // namespace casement
