// One step of a flow, done now in a page that is open: what an agent does is what a flow would do, in the same words,
// with the same checks and waits. The caller's thread, one at a time for each page.
#pragma once

#include <string>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/flow/model/variables.h"
#include "casement/flow/run/page_stack.h"

namespace casement {

// A text of an agent as a flow has to write it to mean the same: "${" is no variable there, but ${secret:NAME} is the
// variable NAME where `secrets` has it.
std::string authored_text(std::string_view text, const FlowVariables& secrets);

// A step as a line of a flow, without the dash: `click: "button \"Pay\""`, and `reload:` for one that takes nothing.
std::string step_line(const Json& step);

// Throws Error{Authoring} for what is no step, without a place, and what the step throws.
void run_live_step(PageStack& pages, const Json& step, const FlowVariables& secrets, Milliseconds timeout);

}  // namespace casement
