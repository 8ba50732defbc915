// The step that starts a program of the team's own and waits for its end: `run: { program: … }`. In
// control_flow_steps.cc `run` chooses it.
#pragma once

#include "casement/flow/steps/step_map.h"
#include "casement/flow/steps/step_plan.h"

namespace casement {

// The keys of `run` that are a program's.
std::vector<ArgSpec> program_keys();
// `map` has `program`. Throws Error{Authoring}, also where whoever runs the flow may start none (FlowLimits).
PlannedStep parse_program(const StepScope& scope, const StepMap& map);

}  // namespace casement
