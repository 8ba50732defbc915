// Waits until Chrome's compositor knows the page as its documents do. Raw input (a tap, a scroll, a press that may hit
// anything) goes to whatever the compositor drew last at its point.
#pragma once

#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/page/page_session.h"
#include "casement/input/input_point.h"

namespace casement {

// The documents that a point of the page, in CSS pixels, is in, from the main one inwards, as far as
// they are known.
std::vector<FrameId> frames_at_point(PageSession& page, Point point, Deadline deadline);

// Returns once Chrome's compositor has these documents as they are.
void await_compositor_frame(PageSession& page, const std::vector<FrameId>& documents, Deadline deadline);

// Returns once the page shows its first frame, or a second after it has begun. Before that Chrome drops presses and
// keys, and answers them as if they had been taken, unless it was started with --allow-pre-commit-input as ours are; an
// application and a browser elsewhere may not be. An element's click sees whether it got there; what goes to wherever
// it hits does not. Asks once a document.
void await_first_frame(PageSession& page, Deadline deadline);

// Brings the mouse to where raw input is to go. On a busy machine Chrome may know of a frame that has
// just come later than the frame itself, and would lose a press on the way: it is ready when one of
// these documents gets the mouse for itself, not for a frame in it. Something else may stand there
// and get it, so this lasts for a second at most.
void await_hit_test_ready(PageSession& page, const std::vector<FrameId>& documents, Point point, int modifiers,
                          Deadline deadline);

}  // namespace casement
