// Drags one element to another with the mouse, also across frames. If the page begins a drag of its own (HTML §6.11),
// that drag is carried on with its data; otherwise the page gets the moves of the pointer.
#pragma once

#include "casement/act/action_result.h"
#include "casement/input/pointer.h"

namespace casement {

// Presses on `source`, moves to `target` and releases there. Throws the errors of retry_action for either element.
ActionResult drag(PageSession& page, const Target& source, const Target& target, const DragOptions& options,
                  Deadline deadline);

}  // namespace casement
