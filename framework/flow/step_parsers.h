// The parse functions of the step table: actions in action_steps.cc, `expect` in expect_step.cc,
// the rest in other_steps.cc. Called by way of the table alone.
#pragma once

#include "casement/flow/step_plan.h"
#include "casement/flow/step_scope.h"

namespace casement {

PlannedStep parse_open(const StepScope& scope);
PlannedStep parse_click(const StepScope& scope);
PlannedStep parse_double_click(const StepScope& scope);
PlannedStep parse_hover(const StepScope& scope);
PlannedStep parse_fill(const StepScope& scope);
PlannedStep parse_clear(const StepScope& scope);
PlannedStep parse_type(const StepScope& scope);
PlannedStep parse_press(const StepScope& scope);
PlannedStep parse_select(const StepScope& scope);
PlannedStep parse_check(const StepScope& scope);
PlannedStep parse_uncheck(const StepScope& scope);
PlannedStep parse_expect(const StepScope& scope);
PlannedStep parse_if(const StepScope& scope);
PlannedStep parse_snapshot(const StepScope& scope);
PlannedStep parse_screenshot(const StepScope& scope);
PlannedStep parse_route(const StepScope& scope);
PlannedStep parse_log(const StepScope& scope);

}  // namespace casement
