// Dragging one element to another with the mouse, in any frames: what the page makes of the pointer's
// moves, or, where it begins a drag of its own (HTML §6.11), that drag with the data it carries.
#pragma once

#include "casement/act/action_result.h"
#include "casement/input/pointer.h"

namespace casement {

// Presses on `source`, moves to `target` and lets go there. Throws what retry_action throws, for either
// element.
ActionResult drag(PageSession& page, const Target& source, const Target& target, const DragOptions& options,
                  Deadline deadline);

}  // namespace casement
