// Runs a test's own scripts in the world of the page's scripts: in a frame, or with an element.
#pragma once

#include <string>
#include <string_view>

#include "casement/act/retry.h"

namespace casement {

// Returns the value of an expression in one frame, with the globals of the frame's own scripts. Awaits a promise.
// casement/find/frame_list.h explains `selector`. Throws Error{Evaluation} if the script throws, with the page's
// message and its source position. Also throws Error{Evaluation} if the value cannot leave the page, or if the document
// goes away while the script runs. Throws the errors of `find_frame`, and Error: FrameGone, Timeout.
Json evaluate_in_frame(PageSession& page, std::string_view selector, const std::string& expression, Deadline deadline);

// The same in a worker of this session. Throws Error{SessionClosed} if the worker ends while the script runs.
Json evaluate_in_worker(PageSession& page, const std::string& session, const std::string& expression,
                        Deadline deadline);

// Calls `function` (JavaScript: `(element, argument) => …`) with the element that the target names. Throws the errors
// of retry_action, and Error{Evaluation}.
Json evaluate_on(PageSession& page, const Target& target, const std::string& function, const Json& argument,
                 Deadline deadline);

// Returns Chrome's object id of the element in Casement's own world. The caller holds the engine lock. Throws
// Error{FrameGone}.
std::string object_of(PageSession& page, const ElementHandle& element, Deadline deadline);

}  // namespace casement
