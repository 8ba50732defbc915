// Waits until Chrome's compositor has the page as its documents have it. Chrome sends raw input (a tap, a scroll, a
// press that may hit anything) to whatever the compositor drew last at that point.
#pragma once

#include <vector>

#include "casement/base/deadline.h"
#include "casement/browser/page/page_session.h"
#include "casement/input/input_point.h"

namespace casement {

// Returns the documents that contain a point of the page, given in CSS pixels, from the main document inwards, as far
// as they are known.
std::vector<FrameId> frames_at_point(PageSession& page, Point point, Deadline deadline);

// Waits until Chrome's compositor has these documents as they are now.
void await_compositor_frame(PageSession& page, const std::vector<FrameId>& documents, Deadline deadline);

// Waits until the page shows its first frame, at most until a second after the document began. Before that, Chrome
// drops presses and keys but answers them as handled. Browsers that Casement starts have --allow-pre-commit-input,
// which prevents this; an application or a remote browser may not. A click on an element detects the loss; input
// without an element does not. Asks each document once.
void await_first_frame(PageSession& page, Deadline deadline);

// Moves the mouse to the point that raw input will go to, until one of these documents gets the move for itself and not
// for a frame in it. On a busy machine, Chrome may learn of a new frame late and lose a press on the way. Waits at most
// a second, because something else may cover the point.
void await_hit_test_ready(PageSession& page, const std::vector<FrameId>& documents, Point point, int modifiers,
                          Deadline deadline);

}  // namespace casement
