// Scrolls the page or elements, by script or with the mouse wheel.
#pragma once

#include "casement/act/action_result.h"
#include "casement/input/pointer.h"

namespace casement {

// Scrolls the element into the middle of the viewport, through every frame around it.
ActionResult scroll_to(PageSession& page, const Target& target, Deadline deadline);
// Scrolls the element or its nearest ancestor that scrolls in that direction, otherwise the page. Without a target,
// scrolls the page.
ActionResult scroll_by(PageSession& page, const Target& target, Point by, Deadline deadline);
ActionResult scroll_by(PageSession& page, Point by, Deadline deadline);
// Turns the wheel over the element or, without a target, over the middle of the viewport. Returns after the scrolled
// content is drawn.
ActionResult turn_wheel(PageSession& page, const Target& target, Point by, Deadline deadline);
ActionResult turn_wheel(PageSession& page, Point by, Deadline deadline);

}  // namespace casement
