// The rows of the step table that call the page, by subject. Each file has the rows and the functions that read their
// arguments. Only the step table uses the rows.
#pragma once

#include <span>
#include <vector>

#include "casement/flow/steps/step_table.h"
#include "casement/site/site_rule.h"

namespace casement {

// Runs JavaScript in the enclosing frame, and returns the result as text.
std::function<std::string(PageStack&)> script_of(const StepScope& scope, const std::string& script);
// Whether such a result counts as true.
bool means_yes(const std::string& value);
// The same as `script_of`, for the conditions of blocks.
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
std::vector<StepSpec> send_steps();
std::vector<StepSpec> socket_steps();
std::vector<StepSpec> context_steps();
std::vector<StepSpec> network_condition_steps();
std::vector<StepSpec> storage_steps();
std::vector<StepSpec> clock_steps();
std::vector<StepSpec> request_steps();

// `route` with the keys of a site rule: changes the answers of the site.
PlannedStep plan_site_route(const StepScope& scope);
// The keys of such a `route`: those of the rules in site.yaml.
std::span<const ArgSpec> site_route_keys();
// `send_message` with a `url`: a message in a routed socket.
PlannedStep plan_send_to_socket(const StepScope& scope);
// The error of a site rule in the step's argument, at its place in the file.
Error error_in_step(const StepScope& scope, const SiteRuleError& error);

}  // namespace casement
