// Script of a test's own in the page's world: in a frame, or with an element.
#pragma once

#include <string>
#include <string_view>

#include "casement/act/retry.h"

namespace casement {

// The value of an expression in one frame, as its own scripts would see it; a promise is awaited.
// `selector` as in casement/find/frame_list.h. Throws Error{Evaluation} with the page's own message and
// where it came from, or for a value that cannot leave the page; Error{NotFound}, FrameGone, Timeout.
Json evaluate_in_frame(PageSession& page, std::string_view selector, const std::string& expression, Deadline deadline);

// Calls `function` (JavaScript: `(element, argument) => …`) with the element that the target names.
// Throws what retry_action throws, and Error{Evaluation}.
Json evaluate_on(PageSession& page, const Target& target, const std::string& function, const Json& argument,
                 Deadline deadline);

// Chrome's handle of the element in Casement's own world. The caller holds the engine lock. Throws
// Error{FrameGone}.
std::string object_of(PageSession& page, const ElementHandle& element, Deadline deadline);

}  // namespace casement
