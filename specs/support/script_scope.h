// What the page script keeps to itself, for specs: Chrome's debugger knows the variables of its function scope, so the
// script exposes nothing that only specs call.
#pragma once

#include <string>

#include "casement/api/page.h"
#include "casement/browser/page/page_session.h"

namespace casement::specs {

// Calls `function` in the script's world of the main frame, where the script is already. It is the text of an arrow
// function whose first parameter takes the script's own names apart, as in "({ roleOf }, element) => roleOf(element)".
// `arguments` are Runtime.CallArguments for the other parameters.
Json call_in_script_scope(Page& page, const std::string& function, const Json& arguments = Json::array());

}  // namespace casement::specs
