#include "casement/act/pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/cdp/protocol_error.h"

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

namespace {

// How long a document that does not answer is waited for; it cannot take a press meanwhile either.
constexpr Milliseconds kGuardTimeout{150};

// Keeps a press from all documents but the one it is for, while it lives.
class PressGuard {
 public:
  PressGuard(PageTarget& page, const FrameId& meant, Deadline deadline) : page_(page) {
    std::vector<cdp::Call> calls;
    for (Frame* frame : page_.frames().all()) {
      const bool shown = frame->parent.empty() || frame->visible_last_time || !frame->world ||
                         !frame->world->bridge_sent;
      if (frame->id == meant || !frame->world || !shown) continue;
      if (frame->unanswered && !frame->unanswered->done()) continue;
      guarded_.emplace_back(frame->id, frame->generation);
      calls.push_back(page_.post_bridge(*frame, {"watchPointer", Json::array({0})}));
    }
    const auto all_done = [&] {
      return std::all_of(calls.begin(), calls.end(), [](const cdp::Call& call) { return call.done(); });
    };
    page_.connection().pump_until(all_done, deadline.at_most(kGuardTimeout));
  }
  ~PressGuard() {
    for (const auto& [id, generation] : guarded_) {
      Frame* frame = page_.frames().find(id);
      if (frame == nullptr || !frame->world || frame->generation != generation) continue;
      page_.post_bridge(*frame, {"pointerArrival"});  // commands of a session keep their order
    }
  }
  PressGuard(const PressGuard&) = delete;
  PressGuard& operator=(const PressGuard&) = delete;

 private:
  PageTarget& page_;
  std::vector<std::pair<FrameId, std::uint64_t>> guarded_;
};

}  // namespace

Attempt click_element(PageTarget& page, const Located& element, const MouseClick& click,
                      Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  const Aim aim = aim_at(page, element, Needs::Enabled, deadline);
  if (!aim.attempt.done) return aim.attempt;
  // The last word before the press: from here on it reaches the element or nothing, whatever moves.
  const PressGuard guard(page, element.frame, deadline);
  const Json watching =
      page.call_bridge(element.frame, {"watchPointer", Json::array({element.ref})}, deadline);
  if (watching == false) return Attempt::not_yet("has left its document");
  const Frame* watched = page.frames().find(element.frame);
  const std::uint64_t generation = watched == nullptr ? 0 : watched->generation;
  send_click(page, aim.point, click, deadline);
  // A document that the click itself has replaced knows nothing of it, and must not get a second one.
  watched = page.frames().find(element.frame);
  const bool same_document = watched != nullptr && watched->generation == generation && watched->world;
  if (same_document) {
    try {
      const Json arrival = page.call_bridge(element.frame, {"pointerArrival"}, deadline);
      if (!arrival.value("arrived", true)) {
        return Attempt::not_yet(arrival.value("hit", std::string()).empty()
                                    ? "did not get the click"
                                    : "lost the click to " + arrival.value("hit", std::string()));
      }
    } catch (const Error& error) {
      // The click's own doing: it navigated, removed the frame, or closed the page.
      if (!cdp::means_gone(error)) throw;
    }
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
