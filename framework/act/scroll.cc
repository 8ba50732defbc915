#include "casement/act/scroll.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "casement/act/mouse_events.h"

namespace casement {
namespace {

void require_finite(Distance by) {
  if (std::isfinite(by.x) && std::isfinite(by.y)) return;
  throw Error(ErrorKind::Usage, "a distance to scroll is a number of pixels");
}

Change wheel_at(PageTarget& page, const Spot& spot, Distance by, const FrameId& told_by,
                Deadline deadline) {
  await_events(page,
               {post_mouse(page, {{"type", "mouseWheel"}, {"deltaX", by.x}, {"deltaY", by.y}}, spot)},
               deadline);
  return Change::from(page.call_bridge(told_by, {"wheelOutcome", Json::array({by.x, by.y})}, deadline));
}

}  // namespace

ActionResult scroll_to(PageTarget& page, const Target& target, Deadline deadline) {
  return perform(page, target, "scroll to", deadline, [&](const Located& element) {
    const cdp::Connection::Turn turn(page.connection());
    const Json why =
        page.call_bridge(element.frame, {"showElement", Json::array({element.ref})}, deadline);
    if (why == "gone") return Attempt::element_gone();
    if (!why.is_null()) return Attempt::not_yet(why.get<std::string>());
    // A script cannot scroll the documents around a frame of another process from inside.
    show_through_owners(page, element, deadline);
    return Attempt::succeeded(end_outcome(page, element, deadline));
  });
}

ActionResult scroll_by(PageTarget& page, const Target& target, Distance by, Deadline deadline) {
  require_finite(by);
  return perform(page, target, "scroll at", deadline, [&](const Located& element) {
    return Attempt::from(page.call_bridge(
        element.frame, {"scrollNear", Json::array({element.ref, by.x, by.y})}, deadline));
  });
}

ActionResult scroll_by(PageTarget& page, Distance by, Deadline deadline) {
  require_finite(by);
  return perform_on_page(page, "scroll", deadline, [&] {
    const cdp::Connection::Turn turn(page.connection());
    const Json answer = page.call_bridge(
        page.frames().main().id, {"scrollNear", Json::array({0, by.x, by.y})}, deadline);
    return Change::from(answer.at("change"));
  });
}

ActionResult turn_wheel(PageTarget& page, const Target& target, Distance by, Deadline deadline) {
  require_finite(by);
  return perform(page, target, "turn the wheel over", deadline, [&](const Located& element) {
    const cdp::Connection::Turn turn(page.connection());
    const Aim aim = bring_pointer_to_wheel(page, element, {}, deadline);
    if (!aim.attempt.done) return aim.attempt;
    return Attempt::succeeded(wheel_at(page, aim.spot, by, element.frame, deadline));
  });
}

ActionResult turn_wheel(PageTarget& page, Distance by, Deadline deadline) {
  require_finite(by);
  return perform_on_page(page, "turn the wheel", deadline, [&] {
    const cdp::Connection::Turn turn(page.connection());
    const FrameId main = page.frames().main().id;
    const Json middle = page.call_bridge(main, {"middleOfViewport"}, deadline);
    return wheel_at(page, {page.session(), {middle.value("x", 0.0), middle.value("y", 0.0)}}, by, main,
                    deadline);
  });
}

}  // namespace casement
