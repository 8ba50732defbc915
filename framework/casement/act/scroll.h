// Scrolling, by script and with the wheel.
#pragma once

#include "casement/act/action_result.h"
#include "casement/input/pointer.h"

namespace casement {

// Into the middle of the viewport, through every frame around it.
ActionResult scroll_to(PageSession& page, const Target& target, Deadline deadline);
// Scrolls the element, or the nearest thing around it that scrolls that way; the page without one.
ActionResult scroll_by(PageSession& page, const Target& target, Point by, Deadline deadline);
ActionResult scroll_by(PageSession& page, Point by, Deadline deadline);
// Turns the wheel over the element, over the middle of the viewport without one. Returns when what
// it moved is drawn.
ActionResult turn_wheel(PageSession& page, const Target& target, Point by, Deadline deadline);
ActionResult turn_wheel(PageSession& page, Point by, Deadline deadline);

}  // namespace casement
