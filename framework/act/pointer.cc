#include "casement/act/pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/act/key_table.h"
#include "casement/act/mouse_events.h"
#include "casement/act/press_guard.h"
#include "casement/act/way.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

constexpr const char* kButtons[] = {"left", "right", "middle", "back", "forward"};

}  // namespace

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
  require_valid_position(click.position);
  modifier_bits(click.modifiers);
}

void require_valid_position(const std::optional<Point>& position) {
  if (!position) return;
  const auto is_distance = [](double pixels) { return std::isfinite(pixels) && pixels >= 0; };
  if (is_distance(position->x) && is_distance(position->y)) return;
  throw Error(ErrorKind::Usage, "a position counts from the top left corner of the element's box");
}

void send_click(PageTarget& page, const Spot& spot, const MouseClick& click, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const int modifiers = modifier_bits(click.modifiers);
  std::vector<cdp::Call> events{
      post_mouse(page, {{"type", "mouseMoved"}, {"modifiers", modifiers}}, spot)};
  for (int count = 1; count <= click.count; ++count) {
    for (const char* type : {"mousePressed", "mouseReleased"}) {
      events.push_back(post_mouse(page,
                                  {{"type", type},
                                   {"button", click.button},
                                   {"clickCount", count},
                                   {"modifiers", modifiers}},
                                  spot));
    }
  }
  await_events(page, events, deadline);
}

void send_tap(PageTarget& page, const Spot& spot, int modifiers, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const auto post = [&](const char* type, Json points) {
    return page.send_input({spot.session,
                            "Input.dispatchTouchEvent",
                            {{"type", type}, {"touchPoints", std::move(points)}, {"modifiers", modifiers}},
                            nullptr});
  };
  await_events(page,
               {post("touchStart", Json::array({Json{{"x", spot.point.x}, {"y", spot.point.y}}})),
                post("touchEnd", Json::array())},
               deadline);
}

namespace {

// The element's document and those around it.
std::vector<FrameId> documents_on_way(const Located& element, const Aim& aim) {
  std::vector<FrameId> documents{element.frame};
  for (const Aim::Passage& passage : aim.passages) documents.push_back(passage.document);
  return documents;
}

// Lets `press` press so many times where nothing but the element can get it.
Attempt guarded_press(PageTarget& page, const Located& element, const Aim& aim, PressBy by, int presses,
                      PressGuard::Others others, Deadline deadline,
                      const std::function<void()>& press) {
  // What is around the element's own frame does not see its press; it is asked once more, at the
  // same time as the guard is put up.
  Recheck recheck(page, aim);
  // The last word before the press: from here on it reaches the element or nothing, whatever moves.
  PressGuard guard(page, element, by, deadline);
  if (!guard.element_is_there()) return Attempt::element_gone();
  if (Attempt still = recheck.verdict(deadline); !still.done) {
    still.change = guard.lift(deadline, others).change;
    return still;
  }
  guard.note_press(aim.point, presses);
  press();
  PressGuard::Outcome outcome = guard.lift(deadline, others);
  if (!outcome.arrived) {
    Attempt kept = Attempt::not_yet(outcome.hit.empty() ? "did not get the click"
                                                        : "lost the click to " + outcome.hit);
    if (outcome.stopped) {
      // The page has had the press: another one would be its second.
      kept = Attempt::never("did not get the click: a listener of the page's own on its window stopped it there "
                            "(stopImmediatePropagation)");
    }
    kept.change = std::move(outcome.change);
    return kept;
  }
  return Attempt::succeeded(std::move(outcome.change));
}

// Aims, and lets `press` press there.
Attempt press_element(PageTarget& page, const Located& element, const MouseClick& click, PressBy by,
                      Deadline deadline, const std::function<void(const Spot&)>& press) {
  const cdp::Connection::Turn turn(page.connection());
  const bool rechecked = !click.force && !click.trial;
  const Aim aim =
      aim_at(page, element,
             {.force = click.force, .position = click.position, .presses = true, .trial = click.trial,
              .rechecked = rechecked},
             deadline);
  if (!aim.attempt.done || aim.focused || click.trial) return aim.attempt;
  // Chrome itself finds the frames on the way of a finger, and of a press that is not the element's own.
  if (!aim.passages.empty()) {
    const std::vector<FrameId> documents = documents_on_way(element, aim);
    if (by == PressBy::Finger) {
      await_drawn(page, documents, deadline);
    } else if (click.force) {
      await_way(page, documents, aim.point, modifier_bits(click.modifiers), deadline);
    }
  }
  if (!click.force) {
    // What Chrome makes of a finger's tap, it may tell later.
    const auto others =
        by == PressBy::Mouse ? PressGuard::Others::StayGuarded : PressGuard::Others::Lifted;
    return guarded_press(page, element, aim, by, click.count, others, deadline, [&] { press(aim.spot); });
  }
  // Whatever stands there in the page gets it.
  PressGuard::lift_left(page, deadline);
  press({page.session(), aim.point});
  return Attempt::succeeded(end_outcome(page, element, deadline));
}

}  // namespace

Attempt press_and_verify(PageTarget& page, const Located& element, const Aim& aim, int modifiers,
                         Deadline deadline) {
  // It may be released anywhere.
  return guarded_press(page, element, aim, PressBy::Mouse, 1, PressGuard::Others::Lifted, deadline, [&] {
    await_events(page,
                 {post_mouse(page, {{"type", "mouseMoved"}, {"modifiers", modifiers}}, aim.spot),
                  post_mouse(page,
                             {{"type", "mousePressed"},
                              {"button", "left"},
                              {"clickCount", 1},
                              {"modifiers", modifiers}},
                             aim.spot)},
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
  return press_element(page, element, click, PressBy::Mouse, deadline,
                       [&](const Spot& spot) { send_click(page, spot, click, deadline); });
}

Attempt tap_element(PageTarget& page, const Located& element, const MouseClick& click,
                    Deadline deadline) {
  return press_element(page, element, click, PressBy::Finger, deadline, [&](const Spot& spot) {
    send_tap(page, spot, modifier_bits(click.modifiers), deadline);
    try {
      page.call_bridge(element.frame, {"pressArrived"}, deadline);
    } catch (const Error& error) {
      // The tap's own doing: it navigated, removed the frame, or closed the page.
      if (!cdp::means_gone(error)) throw;
    }
  });
}

namespace {

void require_in_viewport(PageTarget& page, Point point, Deadline deadline) {
  if (!page.frames().main().world) return;  // no document yet
  Json viewport;
  try {
    viewport = page.call_bridge(page.frames().main().id,
                                {"outsideOfViewport", Json::array({point.x, point.y})}, deadline);
  } catch (const Error& error) {
    if (!cdp::means_gone(error) || page.closed()) throw;
  }
  if (viewport.is_null()) return;
  throw Error(ErrorKind::Usage, fmt::format("the point {}, {} is outside of the viewport, which has {}", point.x,
                                            point.y, viewport.get<std::string>()));
}

}  // namespace

void click_point(PageTarget& page, Point point, const MouseClick& click, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  require_in_viewport(page, point, deadline);
  const std::vector<Frame*> all = page.frames().all();
  const bool has_other_processes = std::any_of(
      all.begin(), all.end(), [&](const Frame* frame) { return frame->session != page.session(); });
  PressGuard::lift_left(page, deadline);
  // Which process a point belongs to, Chrome knows from what it has drawn.
  if (has_other_processes) {
    await_way(page, documents_at(page, point, deadline), point, modifier_bits(click.modifiers), deadline);
  }
  send_click(page, {page.session(), point}, click, deadline);
}

namespace {

enum class Moving { ToHover, ForWheel };

// Moves to where the aim was; `told` is what the element's document says of it.
Aim move_to(PageTarget& page, const Located& element, AimAt how, Moving by, Deadline deadline,
            Json& told) {
  how.enabled = false;
  how.watches_move = true;
  Aim aim = aim_at(page, element, how, deadline);
  if (!aim.attempt.done) return aim;
  if (by == Moving::ForWheel) await_drawn(page, documents_on_way(element, aim), deadline);
  const Spot spot = how.force ? Spot{page.session(), aim.point} : aim.spot;
  await_events(page, {post_mouse(page, {{"type", "mouseMoved"}}, spot)}, deadline);
  told = page.call_bridge(
      element.frame, {by == Moving::ForWheel ? "readyForWheel" : "finishMoveCheck"}, deadline);
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
  const Aim aim = move_to(page, element, how, Moving::ToHover, deadline, told);
  return aim.attempt.done ? Attempt::succeeded(Change::from(told.at("change"))) : aim.attempt;
}

Aim bring_pointer_to_wheel(PageTarget& page, const Located& element, AimAt how, Deadline deadline) {
  Json told;
  return move_to(page, element, how, Moving::ForWheel, deadline, told);
}

}  // namespace casement
