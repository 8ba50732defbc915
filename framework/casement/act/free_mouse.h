// The mouse by itself: moved, pressed and released at points of the main frame's viewport, whatever is there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/act/action_result.h"
#include "casement/browser/page/page_session.h"
#include "casement/input/input_point.h"

namespace casement {

struct MouseState {
  Point at;                          // CSS pixels of the viewport
  std::vector<std::string> pressed;  // buttons, in the order they were pressed
};

// In so many moves of the same length, 1 to 1,000. With a button pressed it may leave the viewport. Throw Error{Usage}
// for what cannot be, before anything is sent; Error{Timeout} where the page does not take an event.
ActionResult move_mouse(PageSession& page, MouseState& mouse, Point to, int moves, Deadline deadline);
ActionResult press_mouse(PageSession& page, MouseState& mouse, const std::string& button, Deadline deadline);
ActionResult release_mouse(PageSession& page, MouseState& mouse, const std::string& button, Deadline deadline);

}  // namespace casement
