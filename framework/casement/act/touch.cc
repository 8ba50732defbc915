#include "casement/act/touch.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "casement/cdp/protocol_error.h"
#include "casement/input/hit_point.h"
#include "casement/input/mouse_events.h"
#include "casement/input/pointer.h"

#include "casement/input/page_input.h"

namespace casement {
namespace {

// The largest distance between the two fingers, in CSS pixels.
constexpr double kWidestPinch = 200;
// Longer than the pause (40 ms) after which Chrome treats the next move of a finger as a new movement.
constexpr std::chrono::milliseconds kRestOfFinger{150};

void require_valid(const SwipeOptions& path) {
  require_valid_position(path.position);
  if (path.moves < 1 || path.moves > 1000) {
    throw Error(ErrorKind::Usage, fmt::format("a swipe must have 1 to 1000 steps, not {}", path.moves));
  }
}

// Moves fingers from `fingers_at(0)` to `fingers_at(1)`, given relative to the point that the touch aims at.
ActionOutcome touch(PageSession& page, const ElementHandle& element, const SwipeOptions& path, Deadline deadline,
                    const std::function<std::vector<Point>(double)>& fingers_at) {
  const cdp::Connection::EngineLock lock(page.connection());
  const HitPoint hit = find_hit_point(page, element, {.enabled = false, .position = path.position}, deadline);
  if (!hit.attempt.done) return hit.attempt;
  const auto post = [&](const char* type, const std::vector<Point>& fingers) {
    Json points = Json::array();
    for (const Point& finger : fingers) {
      points.push_back({{"x", hit.input_point.point.x + finger.x},
                        {"y", hit.input_point.point.y + finger.y},
                        {"id", points.size()}});
    }
    return PageInput::of(page).send(
        {hit.input_point.session, "Input.dispatchTouchEvent", {{"type", type}, {"touchPoints", points}}, nullptr});
  };
  // Waits for the page's answer to each event before sending the next, because Chrome merges moves that wait.
  await_events(page, {post("touchStart", fingers_at(0))}, deadline);
  for (int move = 1; move < path.moves; ++move) {
    await_events(page, {post("touchMove", fingers_at(static_cast<double>(move) / path.moves))}, deadline);
  }
  // Rests before the last move, because Chrome forgets the speed of a finger at the first move after a rest. Otherwise
  // the scrolled content would continue to move by itself.
  try {
    page.call_bridge(element.frame, {"delay", Json::array({kRestOfFinger.count()})}, deadline);
  } catch (const Error& error) {
    if (!cdp::means_gone(error)) throw;
  }
  await_events(page, {post("touchMove", fingers_at(1)), post("touchEnd", {})}, deadline);
  return ActionOutcome::succeeded(end_outcome(page, element, deadline)).at(hit.point);
}

}  // namespace

ActionResult swipe(PageSession& page, const Target& target, Point by, const SwipeOptions& path, Deadline deadline) {
  require_valid(path);
  if (!std::isfinite(by.x) || !std::isfinite(by.y))
    throw Error(ErrorKind::Usage, "a swipe distance must be a finite number of pixels");
  return retry_action(page, target, "swipe over", deadline, [&](const ElementHandle& element) {
    return touch(page, element, path, deadline,
                 [&](double part) { return std::vector<Point>{{by.x * part, by.y * part}}; });
  });
}

ActionResult pinch(PageSession& page, const Target& target, double scale, const SwipeOptions& path, Deadline deadline) {
  require_valid(path);
  if (!(scale >= 0.1 && scale <= 10))
    throw Error(ErrorKind::Usage, fmt::format("the scale of a pinch must be 0.1 to 10, not {}", scale));
  const double from = scale > 1 ? kWidestPinch / scale : kWidestPinch, to = from * scale;
  return retry_action(page, target, "pinch", deadline, [&](const ElementHandle& element) {
    return touch(page, element, path, deadline, [&](double part) {
      const double half = (from + (to - from) * part) / 2;
      return std::vector<Point>{{-half, 0}, {half, 0}};
    });
  });
}

}  // namespace casement
