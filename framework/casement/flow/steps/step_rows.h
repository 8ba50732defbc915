// The rows of the step table that are calls of the page, by subject; each file holds the rows and
// the functions that read their arguments. The table alone asks for them.
#pragma once

#include <vector>

#include "casement/flow/steps/step_table.h"

namespace casement {

// JavaScript in the frame that stands around, as a text when it is called.
std::function<std::string(PageStack&)> script_of(const StepScope& scope, const std::string& script);
// Whether such a text counts as true.
bool means_yes(const std::string& value);
// The same as `script_of` for a block or a step that keeps the text.
std::function<std::string(StepRun&)> evaluation(const StepScope& scope, const std::string& script);

std::vector<StepSpec> block_steps();
std::vector<StepSpec> value_steps();
std::vector<StepSpec> navigation_steps();
std::vector<StepSpec> pointer_steps();
std::vector<StepSpec> mouse_steps();
std::vector<StepSpec> text_steps();
std::vector<StepSpec> control_steps();
std::vector<StepSpec> expect_steps();
std::vector<StepSpec> scroll_steps();
std::vector<StepSpec> wait_steps();
std::vector<StepSpec> popup_steps();
std::vector<StepSpec> evidence_steps();
std::vector<StepSpec> route_steps();
std::vector<StepSpec> context_steps();
std::vector<StepSpec> request_steps();

// `route` with the keys of a site's rule: it changes what the site answers.
PlannedStep plan_site_route(const StepScope& scope);

}  // namespace casement
