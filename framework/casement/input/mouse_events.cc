#include "casement/input/mouse_events.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/input/page_input.h"

namespace casement {

cdp::Call post_mouse(PageSession& page, Json event, const InputPoint& input_point) {
  event["x"] = input_point.point.x;
  event["y"] = input_point.point.y;
  return PageInput::of(page).send({input_point.session, "Input.dispatchMouseEvent", std::move(event), nullptr});
}

void await_events(PageSession& page, const std::vector<cdp::Call>& events, Deadline deadline) {
  for (const cdp::Call& event : events) {
    if (!page.connection().await(event, deadline)) {
      throw Error(ErrorKind::Timeout, "the page did not handle an input event in time");
    }
  }
}

}  // namespace casement
