#include "casement/act/mouse_events.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace casement {

cdp::Call post_mouse(PageTarget& page, Json event, const Spot& spot) {
  event["x"] = spot.point.x;
  event["y"] = spot.point.y;
  return page.send_input({spot.session, "Input.dispatchMouseEvent", std::move(event), nullptr});
}

void await_events(PageTarget& page, const std::vector<cdp::Call>& events, Deadline deadline) {
  for (const cdp::Call& event : events) {
    if (!page.connection().await(event, deadline)) {
      throw Error(ErrorKind::Timeout, "the page did not take an input event in time");
    }
  }
}

}  // namespace casement
