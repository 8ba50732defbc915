#include "casement/flow/step_plan.h"

#include "casement/flow/step_scope.h"
#include "casement/flow/step_table.h"

namespace casement {
namespace {

std::vector<PlannedStep> plan(const Flow& flow, const FlowCase& flow_case,
                              const std::vector<FlowStep>& steps) {
  std::vector<PlannedStep> planned;
  for (const FlowStep& step : steps) {
    planned.push_back(step.kind->parse(StepScope(flow, flow_case, step)));
    planned.back().then_steps = plan(flow, flow_case, step.then_steps);
    planned.back().else_steps = plan(flow, flow_case, step.else_steps);
  }
  return planned;
}

}  // namespace

std::vector<PlannedStep> plan_steps(const Flow& flow, const FlowCase& flow_case) {
  return plan(flow, flow_case, flow.steps);
}

}  // namespace casement
