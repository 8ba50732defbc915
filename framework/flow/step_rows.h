// The rows of the step table that are calls of the page, by subject; each file holds the rows and
// the functions that read their arguments. The table alone asks for them.
#pragma once

#include <vector>

#include "casement/flow/step_table.h"

namespace casement {

// JavaScript in the frame that stands around, as a text when it is called.
std::function<std::string(FlowStage&)> script_of(const StepScope& scope, const std::string& script);
// Whether such a text counts as true.
bool means_yes(const std::string& value);
// The same as `script_of` for a block or a step that keeps the text.
std::function<std::string(StepRun&)> evaluation(const StepScope& scope, const std::string& script);

std::vector<StepKind> block_steps();
std::vector<StepKind> value_steps();
std::vector<StepKind> navigation_steps();
std::vector<StepKind> pointer_steps();
std::vector<StepKind> text_steps();
std::vector<StepKind> control_steps();
std::vector<StepKind> expect_steps();
std::vector<StepKind> scroll_steps();
std::vector<StepKind> wait_steps();
std::vector<StepKind> popup_steps();
std::vector<StepKind> evidence_steps();
std::vector<StepKind> route_steps();
std::vector<StepKind> context_steps();

// `route` with the keys of a site's rule: it changes what the site answers.
PlannedStep plan_site_route(const StepScope& scope);

}  // namespace casement
