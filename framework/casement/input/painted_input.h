// Text and keys for items that an application has painted into a canvas (js/aria/painted.js).
#pragma once

#include <string_view>

#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"

namespace casement {

// Presses the item, and waits up to 1 s until its application reports that it has the focus.
ActionOutcome focus_painted(PageSession& page, const ElementHandle& element, Deadline deadline);
// Presses the item, selects its text with Control+A, types `value` key by key, and waits up to 1 s until its
// application reports this value. "" empties the item.
ActionOutcome fill_painted(PageSession& page, const ElementHandle& element, std::string_view value, Deadline deadline);

}  // namespace casement
