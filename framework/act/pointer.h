// Real, trusted mouse input at an element, in a frame of any process.
#pragma once

#include <string>

#include "casement/act/perform.h"

namespace casement {

// In CSS pixels of the page's viewport.
struct Point {
  double x = 0;
  double y = 0;
};

struct Aim {
  Point point;
  Attempt attempt;  // done: the point reaches the element
};

enum class Needs { VisibleOnly, Enabled };

// Scrolls the element into view and finds a point of the page where a pointer reaches it, through
// every ancestor frame.
Aim aim_at(PageTarget& page, const Located& element, Needs needs, Deadline deadline);

struct MouseClick {
  std::string button = "left";
  int count = 1;
};

// Moves, presses and releases. Tells, by the event itself, whether the element got it.
Attempt click_element(PageTarget& page, const Located& element, const MouseClick& click,
                      Deadline deadline);
// Moves to the point, presses and releases there, all at once on the wire.
void send_click(PageTarget& page, Point point, const MouseClick& click, Deadline deadline);
Attempt hover_element(PageTarget& page, const Located& element, Deadline deadline);

}  // namespace casement
