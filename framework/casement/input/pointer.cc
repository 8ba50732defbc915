#include "casement/input/pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/cdp/protocol_error.h"
#include "casement/input/click_guard.h"
#include "casement/input/compositor_sync.h"
#include "casement/input/key_table.h"
#include "casement/input/mouse_events.h"

#include "casement/input/page_input.h"

namespace casement {

void require_valid(const ClickOptions& click) {
  if (click.count < 1 || click.count > 3) {
    throw Error(ErrorKind::Usage, fmt::format("a click must have 1 to 3 presses, not {}", click.count));
  }
  require_valid_position(click.position);
}

void require_valid_position(const std::optional<Point>& position) {
  if (!position) return;
  const auto is_distance = [](double pixels) { return std::isfinite(pixels) && pixels >= 0; };
  if (is_distance(position->x) && is_distance(position->y)) return;
  throw Error(ErrorKind::Usage, "a position must be two finite numbers, from the top left corner of the element's box");
}

void send_click(PageSession& page, const InputPoint& input_point, const ClickOptions& click, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const int modifiers = modifier_bits(click.modifiers);
  std::vector<cdp::Call> events{post_mouse(page, {{"type", "mouseMoved"}, {"modifiers", modifiers}}, input_point)};
  for (int count = 1; count <= click.count; ++count) {
    for (const char* type : {"mousePressed", "mouseReleased"}) {
      events.push_back(post_mouse(
          page, {{"type", type}, {"button", word_of(click.button)}, {"clickCount", count}, {"modifiers", modifiers}},
          input_point));
    }
  }
  await_events(page, events, deadline);
}

void send_tap(PageSession& page, const InputPoint& input_point, int modifiers, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const auto post = [&](const char* type, Json points) {
    return PageInput::of(page).send({input_point.session,
                                     "Input.dispatchTouchEvent",
                                     {{"type", type}, {"touchPoints", std::move(points)}, {"modifiers", modifiers}},
                                     nullptr});
  };
  await_events(page,
               {post("touchStart", Json::array({Json{{"x", input_point.point.x}, {"y", input_point.point.y}}})),
                post("touchEnd", Json::array())},
               deadline);
}

namespace {

// Returns the element's document and the documents around it.
std::vector<FrameId> documents_on_way(const ElementHandle& element, const HitPoint& hit) {
  std::vector<FrameId> documents{element.frame};
  for (const HitPoint::FrameCrossing& crossing : hit.crossings) documents.push_back(crossing.document);
  return documents;
}

// Calls `press`, which presses `presses` times, while only the element can get a press.
ActionOutcome guarded_press(PageSession& page, const ElementHandle& element, const HitPoint& hit, PressBy by,
                            int presses, ClickGuard::Others others, Deadline deadline,
                            const std::function<void()>& press) {
  // The documents around the element's frame do not see the press. So they check once more whether anything covers the
  // frame, while the guard is installed.
  CoverCheck recheck(page, hit);
  // The last check before the press: from here on, the press reaches the element or nothing, whatever moves.
  ClickGuard guard(page, element, by, deadline);
  if (!guard.element_is_there()) return ActionOutcome::element_gone();
  if (ActionOutcome still = recheck.verdict(deadline); !still.done) {
    still.change = guard.release(deadline, others).change;
    return still;
  }
  guard.note_press(hit.point, presses);
  press();
  ClickGuard::Outcome outcome = guard.release(deadline, others);
  if (!outcome.arrived) {
    ActionOutcome kept =
        ActionOutcome::retry(outcome.hit.empty() ? "did not get the click" : "lost the click to " + outcome.hit);
    if (outcome.stopped) {
      // The page has received the press, so another press would be its second.
      kept = ActionOutcome::failed(
          "did not get the click: a listener of the page on its window stopped the event (stopImmediatePropagation)");
    }
    kept.change = std::move(outcome.change);
    kept.point = hit.point;
    return kept;
  }
  ActionOutcome pressed =
      outcome.undone.empty() ? ActionOutcome::succeeded() : ActionOutcome::failed(std::move(outcome.undone));
  if (outcome.click == ClickGuard::Outcome::Click::TargetMoved) {
    pressed = ActionOutcome::retry("moved away between the press and the release, so it got no click event");
    pressed.was_pressed = true;
  } else if (outcome.click == ClickGuard::Outcome::Click::TargetLeft) {
    pressed.warning =
        "the page removed it while it was pressed, so it got no click event; ignore this if the page acts on mousedown";
  }
  pressed.change = std::move(outcome.change);
  pressed.point = hit.point;
  return pressed;
}

HitPointOptions aim_of(const ClickOptions& click) {
  return {.force = click.force,
          .position = click.position,
          .presses = true,
          .trial = click.trial,
          .checks_cover = !click.force && !click.trial};
}

// Moves the pointer over an item that an application draws, and waits a frame: some items of Dear ImGui, such as tabs,
// take a press only if the pointer was over nothing else in the frame before.
void hover_painted(PageSession& page, const ElementHandle& element, const HitPoint& hit, const ClickOptions& click,
                   Deadline deadline) {
  const Json move{{"type", "mouseMoved"}, {"modifiers", modifier_bits(click.modifiers)}};
  await_events(page, {post_mouse(page, move, hit.input_point)}, deadline);
  page.call_bridge(element.frame, {"paintedFramePassed"}, deadline);
}

// Aims at the element, and calls `press` with the point.
ActionOutcome press_element(PageSession& page, const ElementHandle& element, const ClickOptions& click, PressBy by,
                            Deadline deadline, const std::function<void(const InputPoint&)>& press) {
  const cdp::Connection::EngineLock lock(page.connection());
  HitPointOptions aim = aim_of(click);
  aim.asked_along = by == PressBy::Mouse && !click.force;
  const HitPoint hit = find_hit_point(page, element, aim, deadline);
  if (!hit.attempt.done || hit.focused || click.trial) return hit.attempt;
  // Chrome itself looks up the frames for a finger, and for a press that is sent to the page.
  if (!hit.crossings.empty()) {
    const std::vector<FrameId> documents = documents_on_way(element, hit);
    if (by == PressBy::Finger) {
      await_compositor_frame(page, documents, deadline);
    } else if (click.force) {
      await_hit_test_ready(page, documents, hit.point, modifier_bits(click.modifiers), deadline);
    }
  }
  if (hit.is_painted && by == PressBy::Mouse && !click.force) hover_painted(page, element, hit, click, deadline);
  if (!click.force) {
    // Chrome may send the events of a tap later, so a tap leaves no guards for the next press.
    const auto others = by == PressBy::Mouse ? ClickGuard::Others::KeepGuards : ClickGuard::Others::Released;
    return guarded_press(page, element, hit, by, click.count, others, deadline, [&] { press(hit.input_point); });
  }
  // Whatever is at that point of the page gets the press.
  ClickGuard::release_leftover(page, deadline);
  press({page.session(), hit.point});
  return ActionOutcome::succeeded(end_outcome(page, element, deadline)).at(hit.point);
}

}  // namespace

ActionOutcome press_and_verify(PageSession& page, const ElementHandle& element, const HitPoint& hit, int modifiers,
                               Deadline deadline) {
  // The button may be released anywhere.
  return guarded_press(page, element, hit, PressBy::Mouse, 1, ClickGuard::Others::Released, deadline, [&] {
    await_events(
        page,
        {post_mouse(page, {{"type", "mouseMoved"}, {"modifiers", modifiers}}, hit.input_point),
         post_mouse(page, {{"type", "mousePressed"}, {"button", "left"}, {"clickCount", 1}, {"modifiers", modifiers}},
                    hit.input_point)},
        deadline);
  });
}

void show_through_owners(PageSession& page, const ElementHandle& element, Deadline deadline) {
  find_hit_point(page, element, {.enabled = false, .force = true}, deadline);
}

Change end_outcome(PageSession& page, const ElementHandle& element, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const Frame* frame = page.frames().find(element.frame);
  if (frame == nullptr || frame->generation != element.generation || !frame->world) return {};
  try {
    return Change::from(page.call_bridge(element.frame, {"endOutcome"}, deadline));
  } catch (const Error& error) {
    if (!cdp::means_gone(error)) throw;
    return {};  // the action navigated, removed the frame, or closed the page
  }
}

FirstCall click_first_call(const ClickOptions& click) {
  return hit_point_at_once(aim_of(click));
}

ActionOutcome click_element(PageSession& page, const ElementHandle& element, const ClickOptions& click,
                            Deadline deadline) {
  return press_element(page, element, click, PressBy::Mouse, deadline,
                       [&](const InputPoint& input_point) { send_click(page, input_point, click, deadline); });
}

ActionOutcome tap_element(PageSession& page, const ElementHandle& element, const ClickOptions& click,
                          Deadline deadline) {
  return press_element(page, element, click, PressBy::Finger, deadline, [&](const InputPoint& input_point) {
    send_tap(page, input_point, modifier_bits(click.modifiers), deadline);
    try {
      page.call_bridge(element.frame, {"pressArrived"}, deadline);
    } catch (const Error& error) {
      // The tap itself navigated, removed the frame, or closed the page.
      if (!cdp::means_gone(error)) throw;
    }
  });
}

void require_in_viewport(PageSession& page, Point point, Deadline deadline) {
  if (!page.frames().main().world) return;  // no document yet
  Json viewport;
  try {
    viewport =
        page.call_bridge(page.frames().main().id, {"outsideOfViewport", Json::array({point.x, point.y})}, deadline);
  } catch (const Error& error) {
    if (!cdp::means_gone(error) || page.closed()) throw;
  }
  if (viewport.is_null()) return;
  throw Error(ErrorKind::Usage, fmt::format("the point {}, {} is outside of the viewport, which has {}", point.x,
                                            point.y, viewport.get<std::string>()));
}

void make_ready_at(PageSession& page, Point point, int modifiers, Deadline deadline) {
  const std::vector<const Frame*> all = page.frames().all();
  const bool has_other_processes =
      std::any_of(all.begin(), all.end(), [&](const Frame* frame) { return frame->session != page.session(); });
  ClickGuard::release_leftover(page, deadline);
  await_first_frame(page, deadline);
  // Chrome looks up the process of a point in what it drew last.
  if (has_other_processes) {
    await_hit_test_ready(page, frames_at_point(page, point, deadline), point, modifiers, deadline);
  }
}

void click_point(PageSession& page, Point point, const ClickOptions& click, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  require_in_viewport(page, point, deadline);
  make_ready_at(page, point, modifier_bits(click.modifiers), deadline);
  send_click(page, {page.session(), point}, click, deadline);
}

namespace {

enum class Moving { ToHover, Wheel };

// Moves the pointer to the hit point. `answer` is set to the report of the element's document.
HitPoint move_to(PageSession& page, const ElementHandle& element, HitPointOptions how, Moving by, Deadline deadline,
                 Json& answer) {
  how.enabled = false;
  how.watches_move = true;
  HitPoint hit = find_hit_point(page, element, how, deadline);
  if (!hit.attempt.done) return hit;
  if (by == Moving::Wheel) await_compositor_frame(page, documents_on_way(element, hit), deadline);
  const InputPoint input_point = how.force ? InputPoint{page.session(), hit.point} : hit.input_point;
  await_events(page, {post_mouse(page, {{"type", "mouseMoved"}}, input_point)}, deadline);
  answer = page.call_bridge(element.frame, {by == Moving::Wheel ? "readyForWheel" : "finishMoveCheck"}, deadline);
  if (!how.force && !answer.value("arrived", true)) {
    const std::string other = answer.value("hit", std::string());
    hit.attempt = ActionOutcome::retry(other.empty() ? "did not get the pointer" : "lost the pointer to " + other);
    hit.attempt.change = Change::from(answer.value("change", Json()));
  } else if (!how.force && answer.value("moved", false)) {
    hit.attempt = ActionOutcome::retry("moved away when the pointer arrived");
    hit.attempt.change = Change::from(answer.value("change", Json()));
  }
  return hit;
}

}  // namespace

ActionOutcome hover_element(PageSession& page, const ElementHandle& element, HitPointOptions how, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  Json answer;
  const HitPoint hit = move_to(page, element, how, Moving::ToHover, deadline, answer);
  return hit.attempt.done ? ActionOutcome::succeeded(Change::from(answer.at("change"))).at(hit.point) : hit.attempt;
}

HitPoint bring_pointer_to_wheel(PageSession& page, const ElementHandle& element, HitPointOptions how,
                                Deadline deadline) {
  Json answer;
  return move_to(page, element, how, Moving::Wheel, deadline, answer);
}

}  // namespace casement
