// Dragging one element to another with the mouse, in any frames: what the page makes of the pointer's
// moves, or, where it begins a drag of its own (HTML §6.11), that drag with the data it carries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/act/action_result.h"
#include "casement/input/pointer.h"

namespace casement {

struct DragPath {
  std::optional<Point> from;  // from the top left corner of the element's box; its middle otherwise
  std::optional<Point> to;    // of the element that it is dragged to
  int steps = 4;              // moves on the way
  std::vector<std::string> modifiers;
};

// Presses on `source`, moves to `target` and lets go there. Throws what retry_action throws, for either
// element.
ActionResult drag(PageSession& page, const Target& source, const Target& target, const DragPath& path,
                  Deadline deadline);

}  // namespace casement
