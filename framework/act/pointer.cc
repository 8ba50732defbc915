#include "casement/act/pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/act/key_table.h"
#include "casement/act/press_guard.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

constexpr const char* kButtons[] = {"left", "right", "middle", "back", "forward"};

// "in the main frame", `in iframe "Bank challenge"`.
std::string where(const Frame& frame) {
  return frame.parent.empty() ? "in the main frame" : "in iframe " + dump_json(Json(frame.owner_name));
}

Attempt obstacle_in(const Json& answer, const Frame& frame) {
  const std::string state = answer.value("state", std::string());
  if (state == "gone") return Attempt::element_gone();
  if (state == "covered") {
    return Attempt::not_yet(fmt::format("is covered by {} {}", answer.value("by", std::string()),
                                        where(frame)));
  }
  if (answer.value("final", false)) return Attempt::never(answer.value("why", std::string()));
  return Attempt::not_yet(answer.value("why", std::string()));
}

// One try; `moved`: an ancestor document was scrolled on the way, and what was seen is old.
Aim aim_once(PageTarget& page, const Located& element, const AimAt& how, Deadline deadline,
             bool again, bool& moved) {
  FrameId at = element.frame;
  Json checks{{"visible", true}, {"enabled", how.enabled}, {"force", how.force}, {"again", again},
              {"move", how.watches_move}};
  if (how.position) checks["position"] = {{"x", how.position->x}, {"y", how.position->y}};
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
    if (!there.at("by").is_null() && !how.force) {
      return {{}, Attempt::not_yet(fmt::format("is covered by {} {}", there["by"].get<std::string>(),
                                               where(*frame)))};
    }
    point = {there.value("x", 0.0), there.value("y", 0.0)};
  }
  return {point, Attempt::succeeded()};
}

}  // namespace

cdp::Call post_mouse(PageTarget& page, Json event, Point point) {
  event["x"] = point.x;
  event["y"] = point.y;
  return page.connection().send(
      {page.session(), "Input.dispatchMouseEvent", std::move(event), nullptr});
}

void await_events(PageTarget& page, const std::vector<cdp::Call>& events, Deadline deadline) {
  for (const cdp::Call& event : events) {
    if (!page.connection().await(event, deadline)) {
      throw Error(ErrorKind::Timeout, "the page did not take an input event in time");
    }
  }
}

int modifier_bits(const std::vector<std::string>& names) {
  int bits = 0;
  for (const std::string& name : names) {
    const auto key = find_key(name);
    const int bit = key ? modifier_bit(*key) : 0;
    if (bit == 0) {
      throw Error(ErrorKind::Usage,
                  fmt::format("'{}' is no modifier key; there are Alt, Control, Meta and Shift", name));
    }
    bits |= bit;
  }
  return bits;
}

void require_valid(const MouseClick& click) {
  const auto is_button = [&](const char* button) { return click.button == button; };
  if (std::none_of(std::begin(kButtons), std::end(kButtons), is_button)) {
    throw Error(ErrorKind::Usage,
                fmt::format("a mouse has no button '{}'; there are left, right, middle, back and forward",
                            click.button));
  }
  if (click.count < 1 || click.count > 3) {
    throw Error(ErrorKind::Usage, fmt::format("a click has 1 to 3 presses, not {}", click.count));
  }
  if (click.position && !(click.position->x >= 0 && click.position->y >= 0)) {
    throw Error(ErrorKind::Usage, "a position counts from the top left corner of the element's box");
  }
  modifier_bits(click.modifiers);
}

Aim aim_at(PageTarget& page, const Located& element, const AimAt& how, Deadline deadline) {
  for (int tries = 0;; ++tries) {
    bool moved = false;
    Aim aim = aim_once(page, element, how, deadline, tries > 0, moved);
    // Two documents that scroll each other's points away would go on for ever.
    if (!moved || tries == 3) return aim;
  }
}

void send_click(PageTarget& page, Point point, const MouseClick& click, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const int modifiers = modifier_bits(click.modifiers);
  std::vector<cdp::Call> events{
      post_mouse(page, {{"type", "mouseMoved"}, {"modifiers", modifiers}}, point)};
  for (int count = 1; count <= click.count; ++count) {
    for (const char* type : {"mousePressed", "mouseReleased"}) {
      events.push_back(post_mouse(page,
                                  {{"type", type},
                                   {"button", click.button},
                                   {"clickCount", count},
                                   {"modifiers", modifiers}},
                                  point));
    }
  }
  await_events(page, events, deadline);
}

void send_tap(PageTarget& page, Point point, int modifiers, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const auto post = [&](const char* type, Json points) {
    return page.connection().send(
        {page.session(),
         "Input.dispatchTouchEvent",
         {{"type", type}, {"touchPoints", std::move(points)}, {"modifiers", modifiers}},
         nullptr});
  };
  await_events(page,
               {post("touchStart", Json::array({Json{{"x", point.x}, {"y", point.y}}})),
                post("touchEnd", Json::array())},
               deadline);
}

namespace {

// Lets `press` press where nothing but the element can get it.
Attempt guarded_press(PageTarget& page, const Located& element, Deadline deadline,
                      const std::function<void()>& press) {
  // The last word before the press: from here on it reaches the element or nothing, whatever moves.
  PressGuard guard(page, element, deadline);
  if (!guard.element_is_there()) return Attempt::element_gone();
  press();
  PressGuard::Outcome outcome = guard.lift(deadline);
  if (!outcome.arrived) {
    Attempt kept = Attempt::not_yet(outcome.hit.empty() ? "did not get the click"
                                                        : "lost the click to " + outcome.hit);
    kept.change = std::move(outcome.change);
    return kept;
  }
  return Attempt::succeeded(std::move(outcome.change));
}

// Aims, and lets `press` press there.
Attempt press_element(PageTarget& page, const Located& element, const MouseClick& click,
                      Deadline deadline, const std::function<void(Point)>& press) {
  const cdp::Connection::Turn turn(page.connection());
  const Aim aim = aim_at(page, element, {true, click.force, click.position}, deadline);
  if (!aim.attempt.done || click.trial) return aim.attempt;
  if (!click.force) return guarded_press(page, element, deadline, [&] { press(aim.point); });
  press(aim.point);
  return Attempt::succeeded(end_outcome(page, element, deadline));
}

}  // namespace

Attempt press_and_verify(PageTarget& page, const Located& element, Point point, int modifiers,
                         Deadline deadline) {
  return guarded_press(page, element, deadline, [&] {
    await_events(page,
                 {post_mouse(page, {{"type", "mouseMoved"}, {"modifiers", modifiers}}, point),
                  post_mouse(page,
                             {{"type", "mousePressed"},
                              {"button", "left"},
                              {"clickCount", 1},
                              {"modifiers", modifiers}},
                             point)},
                 deadline);
  });
}

void show_through_owners(PageTarget& page, const Located& element, Deadline deadline) {
  aim_at(page, element, {.enabled = false, .force = true}, deadline);
}

Change end_outcome(PageTarget& page, const Located& element, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const Frame* frame = page.frames().find(element.frame);
  if (frame == nullptr || frame->generation != element.generation || !frame->world) return {};
  try {
    return Change::from(page.call_bridge(element.frame, {"endOutcome"}, deadline));
  } catch (const Error& error) {
    if (!cdp::means_gone(error)) throw;
    return {};  // what was done navigated, removed the frame, or closed the page
  }
}

Attempt click_element(PageTarget& page, const Located& element, const MouseClick& click,
                      Deadline deadline) {
  return press_element(page, element, click, deadline,
                       [&](Point point) { send_click(page, point, click, deadline); });
}

Attempt tap_element(PageTarget& page, const Located& element, const MouseClick& click,
                    Deadline deadline) {
  return press_element(page, element, click, deadline, [&](Point point) {
    send_tap(page, point, modifier_bits(click.modifiers), deadline);
    try {
      page.call_bridge(element.frame, {"pressSeen"}, deadline);
    } catch (const Error& error) {
      // The tap's own doing: it navigated, removed the frame, or closed the page.
      if (!cdp::means_gone(error)) throw;
    }
  });
}

namespace {

// Moves to where the aim was; `told` is what the element's document says of it.
Aim move_to(PageTarget& page, const Located& element, AimAt how, const char* asks,
            Deadline deadline, Json& told) {
  how.enabled = false;
  how.watches_move = true;
  Aim aim = aim_at(page, element, how, deadline);
  if (!aim.attempt.done) return aim;
  await_events(page, {post_mouse(page, {{"type", "mouseMoved"}}, aim.point)}, deadline);
  told = page.call_bridge(element.frame, {asks}, deadline);
  if (!how.force && !told.value("arrived", true)) {
    const std::string hit = told.value("hit", std::string());
    aim.attempt = Attempt::not_yet(hit.empty() ? "did not get the pointer"
                                               : "lost the pointer to " + hit);
    aim.attempt.change = Change::from(told.value("change", Json()));
  }
  return aim;
}

}  // namespace

Attempt hover_element(PageTarget& page, const Located& element, AimAt how, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  Json told;
  const Aim aim = move_to(page, element, how, "moveArrival", deadline, told);
  return aim.attempt.done ? Attempt::succeeded(Change::from(told.at("change"))) : aim.attempt;
}

Aim bring_pointer_to_wheel(PageTarget& page, const Located& element, AimAt how, Deadline deadline) {
  Json told;
  return move_to(page, element, how, "readyForWheel", deadline, told);
}

}  // namespace casement
