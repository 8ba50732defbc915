// Reads properties of one element. Each function except `count_matches` waits until the target matches exactly one
// element in the page, and throws the errors of `retry_action`.
#pragma once

#include <optional>
#include <string>

#include "casement/act/frame_boxes.h"
#include "casement/act/retry.h"

namespace casement {

// Returns the text that a person sees in the element.
std::string read_text(PageSession& page, const Target& target, Deadline deadline);
// Returns the value of a control, as bullets for a password. Throws Error{Usage} for an element without a value.
std::string read_value(PageSession& page, const Target& target, Deadline deadline);
// Returns nothing if the element has no such attribute.
std::optional<std::string> read_attribute(PageSession& page, const Target& target, const std::string& name,
                                          Deadline deadline);
// Whether the element is checked; false for mixed. Throws Error{Usage} for an element whose role has no checked state
// (WAI-ARIA 1.2 §6.6.1, aria-checked).
bool read_checked(PageSession& page, const Target& target, Deadline deadline);
// Returns the element's content as markup (HTML §8.5.4, innerHTML), without the values of secret inputs.
std::string read_html(PageSession& page, const Target& target, Deadline deadline);
// Returns the element's box in the main frame's viewport, including parts that are not shown (CSSOM View §6,
// getBoundingClientRect).
Box read_box(PageSession& page, const Target& target, Deadline deadline);
// Returns the number of matching elements that a person sees. Waits only for frames that are still loading. Throws the
// errors of `locate_ref` for a ref.
int count_matches(PageSession& page, const Target& target, Deadline deadline);

}  // namespace casement
