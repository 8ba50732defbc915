// One step of a flow, done now in a page that is open: what an agent does is what a flow would do, in the same words,
// with the same checks and waits. The caller's thread, one at a time for each page.
#pragma once

#include <string>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/flow/model/variables.h"
#include "casement/flow/play/page_stack.h"

namespace casement {

// The text as a flow has to write it to mean the same: nothing in it is a variable. For everything that a page says.
std::string literal_text(std::string_view text);
// The same for a text of the agent's own, in which ${secret:NAME} is the variable NAME. Throws Error{Usage} if
// `secrets` has no such name.
std::string authored_text(std::string_view text, const FlowVariables& secrets);
// A value with every text in it as `authored_text` writes it.
Json authored_value(const Json& value, const FlowVariables& secrets);

// Runs the step. `timeout` is the time for the whole step, 0 for the page's default. Throws Error{Usage} for a step
// that does not parse, and what the step throws.
void run_live_step(PageStack& pages, const Json& step, const FlowVariables& secrets, Milliseconds timeout);

}  // namespace casement
