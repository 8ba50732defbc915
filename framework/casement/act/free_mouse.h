// The mouse by itself: moved, pressed and released at points of the main frame's viewport, whatever is there.
#pragma once

#include "casement/act/action_result.h"
#include "casement/base/point.h"
#include "casement/browser/page/page_session.h"
#include "casement/input/pressed_keys.h"

namespace casement {

// The buttons that are pressed and the place of the mouse are kept with the page.

// Moves in `moves` steps of the same length, 1 to 1,000; with a pressed button also beyond the viewport. All throw
// Error{Usage} for invalid arguments, before anything is sent, and Error{Timeout} if the page does not take an event.
ActionResult move_mouse(PageSession& page, Point to, int moves, Deadline deadline);
ActionResult press_mouse(PageSession& page, MouseButton button, Deadline deadline);
ActionResult release_mouse(PageSession& page, MouseButton button, Deadline deadline);
// Throws Error{Usage} if a button is pressed.
void require_free_mouse(PageSession& page);
// Another action has moved the mouse to this point, in CSS pixels of the viewport.
void note_mouse_at(PageSession& page, Point at);

}  // namespace casement
