#include "casement/act/pointer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/act/press_guard.h"

namespace casement {
namespace {

cdp::Call post_mouse(PageTarget& page, const char* type, Point point, const MouseClick& click,
                     int count) {
  Json params{{"type", type}, {"x", point.x}, {"y", point.y}};
  if (count > 0) {
    params["button"] = click.button;
    params["clickCount"] = count;
  }
  return page.connection().send({page.session(), "Input.dispatchMouseEvent", std::move(params), nullptr});
}

// "in the main frame", `in iframe "Bank challenge"`.
std::string describe_frame(const Frame& frame) {
  return frame.parent.empty() ? "in the main frame" : "in iframe " + dump_json(Json(frame.owner_name));
}

Attempt obstacle_in(const Json& answer, const Frame& frame) {
  const std::string state = answer.value("state", std::string());
  if (state == "gone") return Attempt::not_yet("has left its document");
  if (state == "covered") {
    return Attempt::not_yet(fmt::format("is covered by {} {}", answer.value("by", std::string()),
                                        describe_frame(frame)));
  }
  return Attempt::not_yet(answer.value("why", std::string()));
}

}  // namespace

namespace {

// One try; `moved`: an ancestor document was scrolled on the way, and what was seen is old.
Aim aim_once(PageTarget& page, const Located& element, Needs needs, Deadline deadline, bool& moved) {
  FrameId at = element.frame;
  const Json checks{{"visible", true}, {"enabled", needs == Needs::Enabled}};
  const Json answer =
      page.call_bridge(at, {"aim", Json::array({element.ref, checks})}, deadline);
  const Frame* frame = page.frames().find(at);
  if (frame == nullptr) return {{}, Attempt::not_yet("went away with its frame")};
  if (answer.value("state", std::string()) != "ready") return {{}, obstacle_in(answer, *frame)};
  Point point{answer.value("x", 0.0), answer.value("y", 0.0)};
  while (!frame->parent.empty()) {
    if (!frame->owner_ref) return {{}, Attempt::not_yet("is in a frame that has just come")};
    at = frame->parent;
    const Json there = page.call_bridge(
        at, {"throughOwner", Json::array({*frame->owner_ref, point.x, point.y})}, deadline);
    frame = page.frames().find(at);
    if (frame == nullptr || there.is_null()) {
      return {{}, Attempt::not_yet("went away with its frame")};
    }
    moved = moved || there.value("moved", false);
    if (!there.at("by").is_null()) {
      return {{}, Attempt::not_yet(fmt::format("is covered by {} {}", there["by"].get<std::string>(),
                                               describe_frame(*frame)))};
    }
    point = {there.value("x", 0.0), there.value("y", 0.0)};
  }
  return {point, Attempt::succeeded()};
}

}  // namespace

Aim aim_at(PageTarget& page, const Located& element, Needs needs, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  for (int tries = 0;; ++tries) {
    bool moved = false;
    Aim aim = aim_once(page, element, needs, deadline, moved);
    // Two documents that scroll each other's points away would go on for ever.
    if (!moved || tries == 3) return aim;
  }
}

void send_click(PageTarget& page, Point point, const MouseClick& click, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  std::vector<cdp::Call> events{post_mouse(page, "mouseMoved", point, click, 0)};
  for (int count = 1; count <= click.count; ++count) {
    events.push_back(post_mouse(page, "mousePressed", point, click, count));
    events.push_back(post_mouse(page, "mouseReleased", point, click, count));
  }
  for (const cdp::Call& event : events) {
    if (!page.connection().await(event, deadline)) {
      throw Error(ErrorKind::Timeout, "the page did not take a mouse event in time");
    }
  }
}

Attempt click_element(PageTarget& page, const Located& element, const MouseClick& click,
                      Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const Aim aim = aim_at(page, element, Needs::Enabled, deadline);
  if (!aim.attempt.done) return aim.attempt;
  // The last word before the press: from here on it reaches the element or nothing, whatever moves.
  PressGuard guard(page, element, deadline);
  if (!guard.element_is_there()) return Attempt::not_yet("has left its document");
  send_click(page, aim.point, click, deadline);
  const PressGuard::Outcome outcome = guard.lift(deadline);
  if (!outcome.arrived) {
    return Attempt::not_yet(outcome.hit.empty() ? "did not get the click"
                                                : "lost the click to " + outcome.hit);
  }
  if (!page.closed()) page.settle_navigation(deadline);
  return Attempt::succeeded();
}

Attempt hover_element(PageTarget& page, const Located& element, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const Aim aim = aim_at(page, element, Needs::VisibleOnly, deadline);
  if (!aim.attempt.done) return aim.attempt;
  page.connection().result(post_mouse(page, "mouseMoved", aim.point, {}, 0), deadline);
  return Attempt::succeeded();
}

}  // namespace casement
