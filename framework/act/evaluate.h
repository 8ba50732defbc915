// Script of a test's own in the page's world: in a frame, or with an element.
#pragma once

#include <string>
#include <string_view>

#include "casement/act/perform.h"

namespace casement {

// The value of an expression in one frame, as its own scripts would see it; a promise is awaited.
// `selector` as in casement/act/frame_list.h. Throws Error{Evaluation} with the page's own message and
// where it came from, or for a value that cannot leave the page; Error{NotFound}, FrameGone, Timeout.
Json evaluate_in_frame(PageTarget& page, std::string_view selector, const std::string& expression,
                       Deadline deadline);

// Calls `function` (JavaScript: `(element, argument) => …`) with the element that the target names.
// Throws what perform throws, and Error{Evaluation}.
Json evaluate_on(PageTarget& page, const Target& target, const std::string& function,
                 const Json& argument, Deadline deadline);

// Chrome's handle of the element in Casement's own world. In a turn of the caller's. Throws
// Error{FrameGone}.
std::string object_of(PageTarget& page, const Located& element, Deadline deadline);

}  // namespace casement
