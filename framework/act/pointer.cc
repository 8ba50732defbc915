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

BridgeCall through(int owner_ref, Point point) {
  return {"throughOwner", Json::array({owner_ref, point.x, point.y})};
}

Attempt covered_by(const Json& there, const Frame& frame) {
  return Attempt::not_yet(
      fmt::format("is covered by {} {}", there["by"].get<std::string>(), where(frame)));
}

// Takes what a document around the spot's says of the way out of there into the aim.
void pass_through(Aim& aim, const Json& there) {
  const Json& step = there.at("step");
  const std::array<double, 4> inner = aim.page_by_spot;
  const double outer[4] = {step[0], step[1], step[2], step[3]};
  for (int column = 0; column < 2; ++column) {
    const double x = inner[2 * column], y = inner[2 * column + 1];
    aim.page_by_spot[2 * column] = outer[0] * x + outer[2] * y;
    aim.page_by_spot[2 * column + 1] = outer[1] * x + outer[3] * y;
  }
}

// Goes out of a frame into the document around it, which has said where the aim's point is in it.
void step_out(Aim& aim, const Frame& document, int owner_ref, const Json& there) {
  aim.passages.push_back({document.id, owner_ref, aim.point});
  aim.point = {there.value("x", 0.0), there.value("y", 0.0)};
  if (document.session == aim.spot.session) aim.spot.point = aim.point;
  else pass_through(aim, there);
  if (document.parent.empty() && aim.spot.session != document.session) {
    // Chrome counts the scale of a page that a phone shows smaller into a frame's pixels, too.
    const double scale = there.value("scale", 1.0);
    aim.spot.point = {aim.spot.point.x / scale, aim.spot.point.y / scale};
    for (double& number : aim.page_by_spot) number *= scale;
  }
}

// The ways out through all documents around a frame, asked at once and not one by one.
class WaysOut {
 public:
  WaysOut(PageTarget& page, const FrameId& id) : page_(page) {
    for (const Frame* frame = page_.frames().find(id); frame != nullptr && !frame->parent.empty();) {
      Frame* parent = page_.frames().find(frame->parent);
      if (parent == nullptr || !parent->world || !frame->owner_ref) {
        can_be_told_ = false;
        return;
      }
      const int owner_ref = *frame->owner_ref;
      steps_.push_back({parent->id, parent->generation, owner_ref,
                        page_.post_bridge(*parent, {"wayThroughOwner", Json::array({owner_ref})})});
      frame = parent;
    }
  }
  // False, and the aim as it was, where the documents have to be asked one by one: a point is out of
  // a viewport, the space is no plane, or something went away.
  bool follow(Aim& aim, Deadline deadline) const {
    if (!can_be_told_) return false;
    const auto is_known = [&](const Step& step) { return step.call.done() || replaced(step); };
    page_.connection().pump_until([&] { return std::all_of(steps_.begin(), steps_.end(), is_known); },
                                  deadline);
    Aim out = aim;
    for (const Step& step : steps_) {
      if (!step.call.done() || replaced(step) || step.call.reply().error) return false;
      Json way = evaluation_value(step.call.reply().result);
      if (way.is_null()) return false;
      const std::array<double, 4> by = way.at("step");
      const Point there{way.value("x", 0.0) + by[0] * out.point.x + by[2] * out.point.y,
                        way.value("y", 0.0) + by[1] * out.point.x + by[3] * out.point.y};
      const bool is_shown = there.x >= 0 && there.y >= 0 && there.x < way.value("width", 0.0) &&
                            there.y < way.value("height", 0.0);
      if (!is_shown) return false;
      way["x"] = there.x;
      way["y"] = there.y;
      step_out(out, *page_.frames().find(step.document), step.owner_ref, way);
    }
    aim = std::move(out);
    return true;
  }

 private:
  struct Step {
    FrameId document;
    std::uint64_t generation;
    int owner_ref;
    cdp::Call call;
  };
  bool replaced(const Step& step) const {
    const Frame* now = page_.frames().find(step.document);
    return now == nullptr || now->generation != step.generation;
  }

  PageTarget& page_;
  std::vector<Step> steps_;
  bool can_be_told_ = true;
};

// One try; `moved`: an ancestor document was scrolled on the way, and what was seen is old.
Aim aim_once(PageTarget& page, const Located& element, const AimAt& how, Deadline deadline,
             bool again, bool& moved) {
  FrameId at = element.frame;
  Json checks{{"visible", true}, {"enabled", how.enabled}, {"force", how.force}, {"again", again},
              {"move", how.watches_move}};
  if (how.position) checks["position"] = {{"x", how.position->x}, {"y", how.position->y}};
  const BridgeCall question{"aim", Json::array({element.ref, checks})};
  std::optional<WaysOut> ways;
  Frame* asked = page.frames().find(at);
  std::optional<cdp::Call> posted;
  if (how.rechecked && !again && asked != nullptr && asked->world && !asked->parent.empty()) {
    // Behind the aim, which may scroll.
    posted = page.post_bridge(*asked, question);
    ways.emplace(page, at);
  }
  const Json answer = posted ? page.bridge_answer(at, asked->generation, *posted, deadline)
                             : page.call_bridge(at, question, deadline);
  const auto gone = [] { return Aim{{}, {}, Attempt::not_yet("went away with its frame")}; };
  const Frame* frame = page.frames().find(at);
  if (frame == nullptr) return gone();
  if (answer.value("state", std::string()) != "ready") return {{}, {}, obstacle_in(answer, *frame)};
  Aim aim;
  aim.point = aim.spot.point = {answer.value("x", 0.0), answer.value("y", 0.0)};
  aim.spot.session = frame->session;
  if (ways && answer.value("atRest", false)) {
    if (ways->follow(aim, deadline)) return aim;
    frame = page.frames().find(at);
    if (frame == nullptr) return gone();
  }
  while (!frame->parent.empty()) {
    if (!frame->owner_ref) return {{}, {}, Attempt::not_yet("is in a frame that has just come")};
    const int owner_ref = *frame->owner_ref;
    at = frame->parent;
    const Json there = page.call_bridge(at, through(owner_ref, aim.point), deadline);
    frame = page.frames().find(at);
    if (frame == nullptr || there.is_null()) return gone();
    moved = moved || there.value("moved", false);
    if (!there.at("by").is_null() && !how.force) return {{}, {}, covered_by(there, *frame)};
    step_out(aim, *frame, owner_ref, there);
  }
  return aim;
}

// What the documents around the element's frame say to the aim's passages now.
class Recheck {
 public:
  Recheck(PageTarget& page, const Aim& aim) : page_(page), aim_(aim) {
    for (const Aim::Passage& passage : aim_.passages) {
      Frame* frame = page_.frames().find(passage.document);
      if (frame == nullptr || !frame->world) throw Error(ErrorKind::FrameGone, "a frame around the element has gone");
      calls_.push_back(page_.post_bridge(*frame, through(passage.owner_ref, passage.inside)));
    }
  }
  Attempt verdict(Deadline deadline) {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const Aim::Passage& passage = aim_.passages[i];
      const Json there = evaluation_value(page_.connection().result(calls_[i], deadline));
      const Frame* frame = page_.frames().find(passage.document);
      if (frame == nullptr || there.is_null()) return Attempt::not_yet("went away with its frame");
      if (!there.at("by").is_null()) return covered_by(there, *frame);
    }
    return Attempt::succeeded();
  }

 private:
  PageTarget& page_;
  const Aim& aim_;
  std::vector<cdp::Call> calls_;
};

}  // namespace

cdp::Call post_mouse(PageTarget& page, Json event, const Spot& spot) {
  event["x"] = spot.point.x;
  event["y"] = spot.point.y;
  return page.send_input({spot.session, "Input.dispatchMouseEvent", std::move(event), nullptr});
}

Spot Aim::spot_at(Point page_point) const {
  const auto& [a, b, c, d] = page_by_spot;
  const double size = a * d - b * c;
  const double x = page_point.x - point.x, y = page_point.y - point.y;
  if (size == 0) return spot;  // drawn flat: nowhere else in the page is anywhere in it
  return {spot.session, {spot.point.x + (d * x - c * y) / size, spot.point.y + (a * y - b * x) / size}};
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
  require_valid_position(click.position);
  modifier_bits(click.modifiers);
}

void require_valid_position(const std::optional<Point>& position) {
  if (!position) return;
  const auto is_distance = [](double pixels) { return std::isfinite(pixels) && pixels >= 0; };
  if (is_distance(position->x) && is_distance(position->y)) return;
  throw Error(ErrorKind::Usage, "a position counts from the top left corner of the element's box");
}

Aim aim_at(PageTarget& page, const Located& element, const AimAt& how, Deadline deadline) {
  for (int tries = 0;; ++tries) {
    bool moved = false;
    Aim aim = aim_once(page, element, how, deadline, tries > 0, moved);
    // Two documents that scroll each other's points away would go on for ever.
    if (!moved || tries == 3) return aim;
  }
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

// Returns once Chrome's compositor has these documents as they are.
void await_drawn_all(PageTarget& page, const std::vector<FrameId>& documents, Deadline deadline) {
  std::vector<cdp::Call> calls;
  for (const FrameId& id : documents) {
    Frame* frame = page.frames().find(id);
    if (frame != nullptr && frame->world) calls.push_back(page.post_bridge(*frame, {"drawn"}));
  }
  for (const cdp::Call& call : calls) {
    try {
      page.connection().result(call, deadline);
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
    }
  }
}

// The same of the element's document and those around it: what Chrome makes of raw input, a tap or a
// scroll, it sends where it has drawn them.
void await_drawn(PageTarget& page, const Located& element, const Aim& aim, Deadline deadline) {
  std::vector<FrameId> documents{element.frame};
  for (const Aim::Passage& passage : aim.passages) documents.push_back(passage.document);
  await_drawn_all(page, documents, deadline);
}

// Lets `press` press so many times where nothing but the element can get it.
Attempt guarded_press(PageTarget& page, const Located& element, const Aim& aim, int presses,
                      PressGuard::Others others, Deadline deadline,
                      const std::function<void()>& press) {
  // What is around the element's own frame does not see its press; it is asked once more, at the
  // same time as the guard is put up.
  Recheck recheck(page, aim);
  // The last word before the press: from here on it reaches the element or nothing, whatever moves.
  PressGuard guard(page, element, deadline);
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
    kept.change = std::move(outcome.change);
    return kept;
  }
  return Attempt::succeeded(std::move(outcome.change));
}

enum class Pressing { Mouse, Finger };

// Aims, and lets `press` press there.
Attempt press_element(PageTarget& page, const Located& element, const MouseClick& click, Pressing by,
                      Deadline deadline, const std::function<void(const Spot&)>& press) {
  const cdp::Connection::Turn turn(page.connection());
  const bool rechecked = !click.force && !click.trial;
  const Aim aim =
      aim_at(page, element,
             {.force = click.force, .position = click.position, .rechecked = rechecked}, deadline);
  if (!aim.attempt.done || click.trial) return aim.attempt;
  // Chrome itself finds the frames on the way of a finger, and of a press that is not the element's own.
  if ((by == Pressing::Finger || click.force) && !aim.passages.empty()) {
    await_drawn(page, element, aim, deadline);
  }
  if (!click.force) {
    // What Chrome makes of a finger's tap, it may tell later.
    const auto others =
        by == Pressing::Mouse ? PressGuard::Others::StayGuarded : PressGuard::Others::Lifted;
    return guarded_press(page, element, aim, click.count, others, deadline, [&] { press(aim.spot); });
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
  return guarded_press(page, element, aim, 1, PressGuard::Others::Lifted, deadline, [&] {
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
  return press_element(page, element, click, Pressing::Mouse, deadline,
                       [&](const Spot& spot) { send_click(page, spot, click, deadline); });
}

Attempt tap_element(PageTarget& page, const Located& element, const MouseClick& click,
                    Deadline deadline) {
  return press_element(page, element, click, Pressing::Finger, deadline, [&](const Spot& spot) {
    send_tap(page, spot, modifier_bits(click.modifiers), deadline);
    try {
      page.call_bridge(element.frame, {"pressSeen"}, deadline);
    } catch (const Error& error) {
      // The tap's own doing: it navigated, removed the frame, or closed the page.
      if (!cdp::means_gone(error)) throw;
    }
  });
}

namespace {

// The documents that a point of the page is in, from the main one inwards, as far as they are known.
std::vector<FrameId> documents_at(PageTarget& page, Point point, Deadline deadline) {
  std::vector<FrameId> documents{page.frames().main().id};
  for (;;) {
    Json owner;
    try {
      owner = page.call_bridge(documents.back(), {"ownerAt", Json::array({point.x, point.y})}, deadline);
    } catch (const Error& error) {
      // A document that goes away is in nobody's way.
      if (!cdp::means_gone(error) || page.closed()) throw;
    }
    if (owner.is_null()) return documents;
    const std::vector<Frame*> all = page.frames().all();
    const auto inner = std::find_if(all.begin(), all.end(), [&](const Frame* frame) {
      return frame->parent == documents.back() && frame->owner_ref == owner.value("ref", 0);
    });
    if (inner == all.end() || !(*inner)->world) return documents;
    documents.push_back((*inner)->id);
    point = {owner.value("x", 0.0), owner.value("y", 0.0)};
  }
}

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
  // Which process a point belongs to, Chrome knows from what it has drawn.
  if (has_other_processes) await_drawn_all(page, documents_at(page, point, deadline), deadline);
  PressGuard::lift_left(page, deadline);
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
  if (by == Moving::ForWheel) await_drawn(page, element, aim, deadline);
  const Spot spot = how.force ? Spot{page.session(), aim.point} : aim.spot;
  await_events(page, {post_mouse(page, {{"type", "mouseMoved"}}, spot)}, deadline);
  told = page.call_bridge(
      element.frame, {by == Moving::ForWheel ? "readyForWheel" : "moveArrival"}, deadline);
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
