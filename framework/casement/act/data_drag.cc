#include "casement/act/data_drag.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/cdp/protocol_error.h"
#include "casement/input/mouse_events.h"

namespace casement {
namespace {

// Chrome repeats dragover every 50 ms while a page's own drag rests (HTML §6.11.5: every 350 ms ± 200 ms). A page that
// has just moved something ignores one or two of these events. Near the edge of a box, Chrome scrolls with the first
// frame that is later than 200 ms (AutoscrollController::Animate).
constexpr std::chrono::milliseconds kDragOverPace{50};
constexpr int kDragOversAtRest = 5;

}  // namespace

std::vector<InputPoint> points_on_way(const InputPoint& from, const InputPoint& to, int steps) {
  std::vector<InputPoint> points;
  for (int i = 1; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    points.push_back(
        {to.session,
         {from.point.x + (to.point.x - from.point.x) * share, from.point.y + (to.point.y - from.point.y) * share}});
  }
  return points;
}

void DataDrag::rest(std::chrono::milliseconds time) {
  std::vector<cdp::Call> calls;
  for (const FrameId& id : documents_) {
    const Frame* frame = page_.frames().find(id);
    if (frame != nullptr && frame->world) {
      calls.push_back(page_.post_bridge(*frame, {"delay", Json::array({time.count()})}));
    }
  }
  const Deadline until = deadline_.at_most(page_.frame_timeout());
  for (const cdp::Call& call : calls) {
    page_.connection().pump_until([&] { return call.done() || page_.closed(); }, until);
    page_.connection().abandon(call);
  }
}

cdp::Call DataDrag::post(const char* type, const InputPoint& at, const Json& data) {
  return page_.connection().send(
      {at.session,
       "Input.dispatchDragEvent",
       {{"type", type}, {"x", at.point.x}, {"y", at.point.y}, {"data", data}, {"modifiers", options_.modifiers}},
       nullptr});
}

std::optional<Json> DataDrag::ask(const ElementHandle& element, const char* question, Json arguments) {
  const Frame* frame = page_.frames().find(element.frame);
  if (frame == nullptr || frame->generation != element.generation) return std::nullopt;
  try {
    return page_.call_bridge(element.frame, {question, std::move(arguments)}, deadline_);
  } catch (const Error& error) {
    if (!cdp::means_gone(error)) throw;
    return std::nullopt;
  }
}

void DataDrag::abandon(const InputPoint& at, const Json& data) {
  const cdp::Call end = post("dragCancel", at, data);
  page_.connection().pump_until([&] { return end.done() || page_.closed(); }, deadline_);
  page_.connection().abandon(end);
}

ActionOutcome DataDrag::drop(const InputPoint& begin, const Place& place, const Json& data) {
  if (ask(place.element, "watchDrop", Json::array({place.element.ref})) != Json(true)) {
    abandon(begin, data);
    return ActionOutcome::failed("that has left its document");
  }
  InputPoint at = place.hit.input_point;
  const auto send = [&](const char* type, const InputPoint& point) {
    await_events(page_, {post(type, point, data)}, deadline_);
  };
  // A process gets the events of a drag only after the drag has entered that process.
  const InputPoint from = at.session == begin.session ? begin : at;
  rest(kDragOverPace);  // a page may react to the begin of a drag in a later task
  send("dragEnter", from);
  for (const InputPoint& point : points_on_way(from, at, options_.steps)) send("dragOver", point);
  const Deadline end_of_wait = deadline_.at_most(deadline_.remaining() * 4 / 5);
  Json state = Json::object();
  for (int rested = 0; !end_of_wait.expired();) {
    if (rested == kDragOversAtRest) ask(place.element, "compositorFrame");
    send("dragOver", at);
    const std::optional<Json> now = ask(place.element, "dropState");
    if (!now || !now->is_object()) {
      abandon(at, data);
      return ActionOutcome::failed("its document was replaced during the drag");
    }
    const bool is_still = state.value("scroll", "") == now->value("scroll", "");
    state = *now;
    rested = is_still ? rested + 1 : 0;
    if (state.at("over") != true) {
      const HitPoint again =
          find_hit_point(page_, place.element, {.enabled = false, .position = options_.position}, deadline_);
      if (again.attempt.done) at = again.input_point;
      rested = 0;
    } else if (state.at("takes") == true && rested > kDragOversAtRest) {
      break;
    }
    rest(kDragOverPace);
  }
  const std::string hit = state.value("hit", "");
  if (state.value("over", false) != true) {
    abandon(at, data);
    return ActionOutcome::failed((hit.empty() ? "something in another document" : hit) + " got the drag instead");
  }
  if (state.value("takes", false) != true) {
    abandon(at, data);
    return ActionOutcome::failed(
        fmt::format("{} does not accept the drop, because no listener cancels its dragover event", hit));
  }
  send("drop", at);
  const std::optional<Json> dropped = ask(place.element, "dropArrived");
  if (!dropped || *dropped == true) return ActionOutcome::succeeded();  // the drop may have replaced the document
  return ActionOutcome::failed("no drop event arrived there");
}

}  // namespace casement
