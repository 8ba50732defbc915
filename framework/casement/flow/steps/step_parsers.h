// The parse functions of the steps that are no calls of the page; called by way of the table alone.
#pragma once

#include "casement/flow/steps/step_plan.h"
#include "casement/flow/steps/step_scope.h"

namespace casement {

PlannedStep parse_log(const StepScope& scope);
PlannedStep parse_pause(const StepScope& scope);

}  // namespace casement
