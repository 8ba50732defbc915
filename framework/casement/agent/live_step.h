// Runs one step of a flow in an open page, so that an agent's actions have the same notation, checks and waits as a
// flow. Used on the caller's thread, one step at a time for each page.
#pragma once

#include <string>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/flow/model/variables.h"
#include "casement/flow/play/page_stack.h"

namespace casement {

// The text escaped for a flow, so that nothing in it is a variable. Use this for all text from a page.
std::string literal_text(std::string_view text);
// Like literal_text, for the agent's own text, in which ${secret:NAME} becomes the variable NAME. Throws Error{Usage}
// if `secrets` has no such name.
std::string authored_text(std::string_view text, const FlowVariables& secrets);
// Applies `authored_text` to every text in a value.
Json authored_value(const Json& value, const FlowVariables& secrets);

// Runs the step. `timeout` is the time for the whole step, 0 for the page's default. Throws Error{Usage} if the step
// does not parse, and the errors of the step.
void run_live_step(PageStack& pages, const Json& step, const FlowVariables& secrets, Milliseconds timeout);

}  // namespace casement
