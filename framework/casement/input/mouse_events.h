// Sends trusted mouse events.
#pragma once

#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/input/input_point.h"

namespace casement {

// Sends a mouse event without waiting for the answer.
cdp::Call post_mouse(PageSession& page, Json event, const InputPoint& input_point);
// Waits until the page has handled the events. Throws Error{Timeout} if the page does not handle them in time.
void await_events(PageSession& page, const std::vector<cdp::Call>& events, Deadline deadline);

}  // namespace casement
