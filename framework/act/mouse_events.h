// Trusted mouse events, sent one by one.
#pragma once

#include <vector>

#include "casement/act/spot.h"
#include "casement/page/page_target.h"

namespace casement {

// One mouse event, on its way.
cdp::Call post_mouse(PageTarget& page, Json event, const Spot& spot);
// Waits until the page has taken the events. Throws Error{Timeout} where it does not.
void await_events(PageTarget& page, const std::vector<cdp::Call>& events, Deadline deadline);

}  // namespace casement
