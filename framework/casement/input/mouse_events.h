// Trusted mouse events, sent one by one.
#pragma once

#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/input/input_point.h"

namespace casement {

// One mouse event, on its way.
cdp::Call post_mouse(PageSession& page, Json event, const InputPoint& input_point);
// Waits until the page has taken the events. Throws Error{Timeout} where it does not.
void await_events(PageSession& page, const std::vector<cdp::Call>& events, Deadline deadline);

}  // namespace casement
