// The step `run: { program: … }`, which starts a program of the user's own and waits for its end. The step `run` in
// control_flow_steps.cc calls parse_program().
#pragma once

#include "casement/flow/steps/step_map.h"
#include "casement/flow/steps/step_plan.h"

namespace casement {

// The keys of `run` for programs.
std::vector<ArgSpec> program_keys();
// `map` must contain `program`. Throws Error{Authoring}, also if the flow may not start programs (FlowLimits).
PlannedStep parse_program(const StepScope& scope, const StepMap& map);

}  // namespace casement
