// Parse functions of steps that do not call the page. Used through the step table alone.
#pragma once

#include "casement/flow/steps/step_plan.h"
#include "casement/flow/steps/step_scope.h"

namespace casement {

PlannedStep parse_log(const StepScope& scope);
PlannedStep parse_pause(const StepScope& scope);

}  // namespace casement
