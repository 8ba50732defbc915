// Scrolling, by script and with the wheel.
#pragma once

#include "casement/act/pointer.h"

namespace casement {

// In CSS pixels, to the right and down.
struct Distance {
  double x = 0;
  double y = 0;
};

// Into the middle of the viewport, through every frame around it.
ActionResult scroll_to(PageTarget& page, const Target& target, Deadline deadline);
// Scrolls the element, or the nearest thing around it that scrolls that way; the page without one.
ActionResult scroll_by(PageTarget& page, const Target& target, Distance by, Deadline deadline);
ActionResult scroll_by(PageTarget& page, Distance by, Deadline deadline);
// Turns the wheel over the element, over the middle of the viewport without one. Returns when what
// it moved is drawn.
ActionResult turn_wheel(PageTarget& page, const Target& target, Distance by, Deadline deadline);
ActionResult turn_wheel(PageTarget& page, Distance by, Deadline deadline);

}  // namespace casement
