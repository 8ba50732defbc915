// What a test reads of one element. Each waits until the target matches exactly one that is in the page, and throws
// what `retry_action` throws.
#pragma once

#include <optional>
#include <string>

#include "casement/act/frame_boxes.h"
#include "casement/act/retry.h"

namespace casement {

// The text that a person sees in it.
std::string read_text(PageSession& page, const Target& target, Deadline deadline);
// Of a control, bullets for a password. Throws Error{Usage} for an element without one.
std::string read_value(PageSession& page, const Target& target, Deadline deadline);
// Nothing where it has no such attribute.
std::optional<std::string> read_attribute(PageSession& page, const Target& target, const std::string& name,
                                          Deadline deadline);
// Whether it is checked; false where that is mixed. Throws Error{Usage} for an element whose role has no such state
// (WAI-ARIA 1.2 §6.6.1, aria-checked).
bool read_checked(PageSession& page, const Target& target, Deadline deadline);
// Its content as markup (HTML §8.5.4, innerHTML), without the values of secret inputs.
std::string read_html(PageSession& page, const Target& target, Deadline deadline);
// Where the main frame's viewport has its box, whatever of it is shown (CSSOM View §6, getBoundingClientRect).
Box read_box(PageSession& page, const Target& target, Deadline deadline);
// How many match, waiting for nothing but frames that are still coming.
int count_matches(PageSession& page, const Target& target, Deadline deadline);

}  // namespace casement
