#include "casement/act/scroll.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "casement/act/retry.h"
#include "casement/input/mouse_events.h"

namespace casement {
namespace {

void require_finite(Point by) {
  if (std::isfinite(by.x) && std::isfinite(by.y)) return;
  throw Error(ErrorKind::Usage, "a scroll distance must be a finite number of pixels");
}

Change wheel_at(PageSession& page, const InputPoint& input_point, Point by, const FrameId& owner, Deadline deadline) {
  await_events(page, {post_mouse(page, {{"type", "mouseWheel"}, {"deltaX", by.x}, {"deltaY", by.y}}, input_point)},
               deadline);
  return Change::from(page.call_bridge(owner, {"wheelOutcome", Json::array({by.x, by.y})}, deadline));
}

}  // namespace

ActionResult scroll_to(PageSession& page, const Target& target, Deadline deadline) {
  return retry_action(page, target, "scroll to", deadline, [&](const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page.connection());
    const Json why = page.call_bridge(element.frame, {"showElement", Json::array({element.ref})}, deadline);
    if (why == "gone") return ActionOutcome::element_gone();
    if (!why.is_null()) return ActionOutcome::retry(why.get<std::string>());
    // A script in a frame of another process cannot scroll the documents around the frame.
    show_through_owners(page, element, deadline);
    return ActionOutcome::succeeded(end_outcome(page, element, deadline));
  });
}

ActionResult scroll_by(PageSession& page, const Target& target, Point by, Deadline deadline) {
  require_finite(by);
  return retry_action(page, target, "scroll at", deadline, [&](const ElementHandle& element) {
    return ActionOutcome::from(
        page.call_bridge(element.frame, {"scrollNear", Json::array({element.ref, by.x, by.y})}, deadline));
  });
}

ActionResult scroll_by(PageSession& page, Point by, Deadline deadline) {
  require_finite(by);
  return run_page_action(page, "scroll", deadline, [&] {
    const cdp::Connection::EngineLock lock(page.connection());
    const Json answer =
        page.call_bridge(page.frames().main().id, {"scrollNear", Json::array({0, by.x, by.y})}, deadline);
    return Change::from(answer.at("change"));
  });
}

ActionResult turn_wheel(PageSession& page, const Target& target, Point by, Deadline deadline) {
  require_finite(by);
  return retry_action(page, target, "turn the wheel over", deadline, [&](const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page.connection());
    const HitPoint hit = bring_pointer_to_wheel(page, element, {}, deadline);
    if (!hit.attempt.done) return hit.attempt;
    return ActionOutcome::succeeded(wheel_at(page, hit.input_point, by, element.frame, deadline));
  });
}

ActionResult turn_wheel(PageSession& page, Point by, Deadline deadline) {
  require_finite(by);
  return run_page_action(page, "turn the wheel", deadline, [&] {
    const cdp::Connection::EngineLock lock(page.connection());
    const FrameId main = page.frames().main().id;
    const Json middle = page.call_bridge(main, {"middleOfViewport"}, deadline);
    return wheel_at(page, {page.session(), {middle.value("x", 0.0), middle.value("y", 0.0)}}, by, main, deadline);
  });
}

}  // namespace casement
