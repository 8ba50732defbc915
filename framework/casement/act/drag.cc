#include "casement/act/drag.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "casement/act/data_drag.h"
#include "casement/act/interceptions.h"
#include "casement/act/retry.h"
#include "casement/cdp/protocol_error.h"
#include "casement/find/dom_change_watcher.h"
#include "casement/input/mouse_events.h"

namespace casement {
namespace {

// Length of the first move in CSS pixels: slightly more than Chrome needs to recognise a drag.
constexpr double kFirstMove = 8;
// How long the pointer rests before its release. Maps and carousels continue with the pointer's speed of the last 50 to
// 100 ms, and sortable lists check the pointer every 50 ms. Without a rest, the outcome would depend on the speed of
// the machine.
constexpr std::chrono::milliseconds kPauseAfterMove{120};
// While this object exists, Chrome hands a drag that the page begins to Casement instead of to the desktop.
class DragInterception {
 public:
  DragInterception(PageSession& page, Deadline deadline) : page_(page) {
    Interceptions::of(page_).take_drag();
    page_.connection().call({page_.session(), "Input.setInterceptDrags", {{"enabled", true}}, nullptr}, deadline);
  }
  ~DragInterception() {
    page_.connection().send({page_.session(), "Input.setInterceptDrags", {{"enabled", false}}, nullptr});
    Interceptions::of(page_).take_drag();
  }
  DragInterception(const DragInterception&) = delete;
  DragInterception& operator=(const DragInterception&) = delete;

 private:
  PageSession& page_;
};

class Drag {
 public:
  Drag(PageSession& page, const DragOptions& path, Deadline deadline)
      : page_(page),
        path_(path),
        modifiers_(modifier_bits(path.modifiers)),
        deadline_(deadline),
        carried_(page, {modifiers_, path.to, path.steps}, deadline) {}

  ActionOutcome run(const ElementHandle& source, const Target& target) {
    Place place = look_for(target);
    if (place.reached.final) return place.reached;
    // Aims at the source after the target, because aiming may scroll and the press comes next.
    const HitPoint here = find_hit_point(page_, source, {.enabled = false, .position = path_.from}, deadline_);
    if (!here.attempt.done) return here.attempt;
    carried_.begins_in(source.frame);

    const DragInterception interception(page_, deadline_);
    page_.call_bridge(source.frame, {"watchDrag"}, deadline_);
    const ActionOutcome pressed = press_and_verify(page_, source, here, modifiers_, deadline_);
    if (!pressed.done) {
      await_events(page_, {post_release(here.input_point)}, deadline_);
      return pressed;
    }
    move(
        {here.input_point.session, {here.input_point.point.x + kFirstMove, here.input_point.point.y + kFirstMove / 2}});
    const std::optional<Json> data = await_drag(source);
    if (!place.reached.done) {
      place = await_place(target);
      if (!place.reached.done) {
        abandon(here.input_point, data);
        return place.reached;
      }
    } else if (const HitPoint again = hit_point_of(place.element); again.attempt.done) {
      // Aiming at the source may have scrolled the place away. If no pointer reaches the place now, the dragged element
      // may have followed the pointer and cover the place; then the earlier point is used.
      place.hit = again;
    }
    ActionOutcome ended =
        data ? carried_.drop(here.input_point, {place.element, place.hit}, *data) : release(source, here, place.hit);
    if (!ended.done) {
      if (data) ended.obstacle = fmt::format("cannot be taken to {}: {}", target.text(), ended.obstacle);
      return ended;
    }
    Change change = end_outcome(page_, source, deadline_);
    change.mutations += pressed.change.mutations;  // until the drag began
    change.scrolled = change.scrolled || pressed.change.scrolled;
    return ActionOutcome::succeeded(std::move(change)).at(here.point);
  }

 private:
  // The end of the drag, and whether a pointer reaches it now.
  struct Place {
    ElementHandle element;
    HitPoint hit;
    ActionOutcome reached;
  };

  HitPoint hit_point_of(const ElementHandle& element) {
    return find_hit_point(page_, element, {.enabled = false, .position = path_.to}, deadline_);
  }

  Place look_for(const Target& target) {
    Place place;
    const SearchResult found = find_elements(page_, target, deadline_);
    if (found.found.size() > 1) throw_ambiguous(page_, target, found.found, deadline_);
    if (found.found.empty()) {
      place.reached = ActionOutcome::retry(fmt::format("cannot be taken to {}: nothing matches that", target.text()));
      return place;
    }
    place.element = found.found.front();
    carried_.begins_in(place.element.frame);
    place.hit = hit_point_of(place.element);
    place.reached = place.hit.attempt;
    if (place.reached.done) return place;
    place.reached.obstacle = fmt::format("cannot be taken to {}: that {}", target.text(), place.reached.obstacle);
    place.reached.final = place.reached.final || (place.reached.gone && target.is_ref());
    place.reached.gone = false;  // the source has not gone
    return place;
  }

  // Waits for the place with the source held, because pages show some places, such as a bin, only during a drag. Waits
  // for four fifths of the remaining time; the rest is for the release.
  Place await_place(const Target& target) {
    const Milliseconds time = deadline_.remaining() * 4 / 5;
    const Deadline end_of_wait = deadline_.at_most(time);
    DomChangeWatcher watch(page_);
    for (;;) {
      watch.arm();
      Place place = look_for(target);
      if (place.reached.done || place.reached.final) return place;
      if (end_of_wait.expired()) {
        place.reached.final = true;  // no second try after the press
        place.reached.obstacle += fmt::format(" (it was held for {})", describe_duration(time));
        return place;
      }
      watch.wait(end_of_wait);
    }
  }

  // Releases where the drag began. Ignores a page that does not answer in time, because the caller already reports why
  // the drag ends.
  void abandon(const InputPoint& at, const std::optional<Json>& data) {
    if (data) return carried_.abandon(at, *data);
    const cdp::Call end = post_release(at);
    page_.connection().pump_until([&] { return end.done() || page_.closed(); }, deadline_);
    page_.connection().abandon(end);
  }

  // Returns the data of the drag that the page has begun, or nothing if the page has begun none.
  std::optional<Json> await_drag(const ElementHandle& source) {
    bool begun = false;
    try {
      begun = page_.call_bridge(source.frame, {"dragHasBegun", Json::array({source.ref})}, deadline_) == true;
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
    }
    if (begun) {
      const auto has_come = [&] { return Interceptions::of(page_).has_drag() || page_.closed(); };
      if (!page_.connection().pump_until(has_come, deadline_)) {
        throw Error(ErrorKind::Timeout, "the page began a drag, but Chrome did not report the drag in time");
      }
    }
    return Interceptions::of(page_).take_drag();
  }

  void move(const InputPoint& to) {
    await_events(
        page_,
        {post_mouse(page_, {{"type", "mouseMoved"}, {"button", "left"}, {"buttons", 1}, {"modifiers", modifiers_}},
                    to)},
        deadline_);
  }

  void slide(const InputPoint& from, const InputPoint& to) {
    for (const InputPoint& at : points_on_way(from, to, path_.steps)) move(at);
    carried_.rest(kPauseAfterMove);
  }

  // Moves the pointer to the end point and releases it there.
  ActionOutcome release(const ElementHandle& source, const HitPoint& here, const HitPoint& end) {
    // Until the release, Chrome sends the pointer's events to the source's process, wherever the pointer goes.
    const InputPoint at =
        end.input_point.session == here.input_point.session ? end.input_point : here.input_point_at(end.point);
    slide(here.input_point, at);
    const bool is_watched = carried_.ask(source, "watchDrop", Json::array({0})) == Json(true);
    await_events(page_, {post_release(at)}, deadline_);
    if (!is_watched || carried_.ask(source, "releaseArrived").value_or(true) == true) return ActionOutcome::succeeded();
    return ActionOutcome::failed("was dragged, but the page did not receive the release of the pointer");
  }

  cdp::Call post_release(const InputPoint& at) {
    return post_mouse(
        page_, {{"type", "mouseReleased"}, {"button", "left"}, {"clickCount", 1}, {"modifiers", modifiers_}}, at);
  }

  PageSession& page_;
  const DragOptions& path_;
  int modifiers_;
  Deadline deadline_;
  DataDrag carried_;
};

}  // namespace

ActionResult drag(PageSession& page, const Target& source, const Target& target, const DragOptions& path,
                  Deadline deadline) {
  if (path.steps < 1 || path.steps > 1000) {
    throw Error(ErrorKind::Usage, fmt::format("a drag must have 1 to 1000 steps, not {}", path.steps));
  }
  require_valid_position(path.from);
  require_valid_position(path.to);
  Drag drag(page, path, deadline);
  return retry_action(page, source, "drag", deadline, [&](const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page.connection());
    return drag.run(element, target);
  });
}

}  // namespace casement
