// What holds where a step stands: whose file it is in, which case runs, the variables as they are at
// that moment, and what the blocks around it say. A plain value; cheap enough to make one a step.
#pragma once

#include "casement/flow/model/flow.h"
#include "casement/target/target.h"

namespace casement {

struct StepContext {
  const Flow* flow = nullptr;       // whose file the step stands in
  const Flow* main_flow = nullptr;  // whose case runs: its site, roles, …
  const FlowCase* flow_case = nullptr;
  FlowVariables* variables = nullptr;     // grows while the steps run
  TargetSurroundings around = {};         // of every target: what `within` and `in` say
  std::string role = {};                  // "" for the case's own page
  Milliseconds timeout{0};                // 0: the flow's
  PlannedFiles* planned_files = nullptr;  // while a flow is checked: what its steps so far write
};

}  // namespace casement
