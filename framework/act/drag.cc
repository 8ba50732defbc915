#include "casement/act/drag.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "casement/act/interceptions.h"
#include "casement/act/retry.h"
#include "casement/cdp/protocol_error.h"
#include "casement/find/dom_change_watcher.h"
#include "casement/input/mouse_events.h"

namespace casement {
namespace {

// How far a pointer has to go before Chrome takes it for a drag, and a little more. CSS pixels.
constexpr double kFirstMove = 8;
// How long the pointer rests where it is let go. Maps and carousels go on with the speed that a
// pointer had in the last 50 to 100 ms, and lists that are sorted look at it every 50 ms: without a
// rest the outcome would depend on how fast the machine is.
constexpr std::chrono::milliseconds kPauseAfterMove{120};
// While a page's own drag rests, Chrome tells of it again and again (HTML §6.11.5, every 350 ms ± 200 ms;
// Chrome 50 ms); a page that has just moved something lets one or two of these pass. Near the edge of a box, Chrome
// scrolls with the first frame that is later than 200 ms (AutoscrollController::Animate).
constexpr std::chrono::milliseconds kDragOverPace{50};
constexpr int kDragOversAtRest = 5;

// While it lives, Chrome hands a drag that the page begins to us instead of to the desktop.
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
      : page_(page), path_(path), modifiers_(modifier_bits(path.modifiers)), deadline_(deadline) {}

  ActionOutcome run(const ElementHandle& source, const Target& target) {
    Place place = look_for(target);
    if (place.reached.final) return place.reached;
    // Last, since aiming may scroll, and the press comes next.
    const HitPoint here = find_hit_point(page_, source, {.enabled = false, .position = path_.from}, deadline_);
    if (!here.attempt.done) return here.attempt;
    documents_.insert(source.frame);

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
      // Aiming at the source may have scrolled the place away. Where it is not reached, what is dragged may
      // have followed the pointer and stand above it.
      place.hit = again;
    }
    const ActionOutcome ended = data ? drop(here, place, target, *data) : release(source, here, place.hit);
    if (!ended.done) return ended;
    Change change = end_outcome(page_, source, deadline_);
    change.mutations += pressed.change.mutations;  // until the drag had begun
    change.scrolled = change.scrolled || pressed.change.scrolled;
    return ActionOutcome::succeeded(std::move(change));
  }

 private:
  // Where the drag is to end, and whether a pointer reaches it now.
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
    documents_.insert(place.element.frame);
    place.hit = hit_point_of(place.element);
    place.reached = place.hit.attempt;
    if (place.reached.done) return place;
    place.reached.obstacle = fmt::format("cannot be taken to {}: that {}", target.text(), place.reached.obstacle);
    place.reached.final = place.reached.final || (place.reached.gone && target.is_ref());
    place.reached.gone = false;  // the source is not
    return place;
  }

  // Pages show some places, such as a bin, only while something is dragged: they are waited for with the source
  // held, for most of the time that is left; the rest is for letting it go.
  Place await_place(const Target& target) {
    const Milliseconds time = deadline_.remaining() * 4 / 5;
    const Deadline end_of_wait = deadline_.at_most(time);
    DomChangeWatcher watch(page_);
    for (;;) {
      watch.arm();
      Place place = look_for(target);
      if (place.reached.done || place.reached.final) return place;
      if (end_of_wait.expired()) {
        place.reached.final = true;  // once it was pressed, there is no second try
        place.reached.obstacle += fmt::format(" (it was held for {})", describe_duration(time));
        return place;
      }
      watch.wait(end_of_wait);
    }
  }

  // Lets go where it was taken up, as somebody does who thinks better of it. Why the drag ends is known already, so
  // a page that does not take this in time is no news.
  void abandon(const InputPoint& at, const std::optional<Json>& data) {
    const cdp::Call end = data ? post_drag("dragCancel", at, *data) : post_release(at);
    page_.connection().pump_until([&] { return end.done() || page_.closed(); }, deadline_);
    page_.connection().abandon(end);
  }

  // What a drag that the page has begun carries; nothing if the page has begun none.
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
        throw Error(ErrorKind::Timeout, "the page has begun a drag, and Chrome did not report the drag in time");
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

  template <typename Step>
  void walk(const InputPoint& from, const InputPoint& to, Step step) {
    for (int i = 1; i <= path_.steps; ++i) {
      const double share = static_cast<double>(i) / path_.steps;
      step(InputPoint{
          to.session,
          {from.point.x + (to.point.x - from.point.x) * share, from.point.y + (to.point.y - from.point.y) * share}});
    }
  }

  void slide(const InputPoint& from, const InputPoint& to) {
    walk(from, to, [&](const InputPoint& at) { move(at); });
    rest(kPauseAfterMove);
  }

  // By the documents' own timers: what they have begun for a shorter time is over by then, however busy
  // the machine is. A document that hangs, or goes away, ends its own rest.
  void rest(std::chrono::milliseconds time) {
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

  cdp::Call post_drag(const char* type, const InputPoint& at, const Json& data) {
    return page_.connection().send(
        {at.session,
         "Input.dispatchDragEvent",
         {{"type", type}, {"x", at.point.x}, {"y", at.point.y}, {"data", data}, {"modifiers", modifiers_}},
         nullptr});
  }

  // What the document of the element says of the drag; nothing if the document has gone.
  std::optional<Json> ask(const ElementHandle& element, const char* question, Json arguments = Json::array()) {
    const Frame* frame = page_.frames().find(element.frame);
    if (frame == nullptr || frame->generation != element.generation) return std::nullopt;
    try {
      return page_.call_bridge(element.frame, {question, std::move(arguments)}, deadline_);
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
      return std::nullopt;
    }
  }

  ActionOutcome not_taken(const Target& target, const std::string& why) {
    return ActionOutcome::failed(fmt::format("cannot be taken to {}: {}", target.text(), why));
  }

  // Chrome scrolls what is near the edge of a box that scrolls while a drag rests there, and the place goes away under
  // the drag. So the drag follows the place, and is dropped only after it has rested there and nothing was scrolled any
  // more.
  ActionOutcome drop(const HitPoint& here, Place& place, const Target& target, const Json& data) {
    if (ask(place.element, "watchDrop", Json::array({place.element.ref})) != Json(true)) {
      abandon(here.input_point, data);
      return not_taken(target, "that has left its document");
    }
    InputPoint at = place.hit.input_point;
    const auto send = [&](const char* type, const InputPoint& point) {
      await_events(page_, {post_drag(type, point, data)}, deadline_);
    };
    // A process knows of a drag from where it enters only.
    const InputPoint from = at.session == here.input_point.session ? here.input_point : at;
    rest(kDragOverPace);  // a page does what follows the begin of a drag in a task of its own
    send("dragEnter", from);
    walk(from, at, [&](const InputPoint& point) { send("dragOver", point); });
    const Deadline end_of_wait = deadline_.at_most(deadline_.remaining() * 4 / 5);
    Json state = Json::object();
    for (int rested = 0; !end_of_wait.expired();) {
      if (rested == kDragOversAtRest) ask(place.element, "compositorFrame");
      send("dragOver", at);
      const std::optional<Json> now = ask(place.element, "dropState");
      if (!now || !now->is_object()) {
        abandon(at, data);
        return not_taken(target, "its document has gone during the drag");
      }
      const bool is_still = state.value("scroll", "") == now->value("scroll", "");
      state = *now;
      rested = is_still ? rested + 1 : 0;
      if (state.at("over") != true) {
        if (const HitPoint again = hit_point_of(place.element); again.attempt.done) at = again.input_point;
        rested = 0;
      } else if (state.at("takes") == true && rested > kDragOversAtRest) {
        break;
      }
      rest(kDragOverPace);
    }
    if (state.value("over", false) != true) {
      abandon(at, data);
      const std::string hit = state.value("hit", "");
      return not_taken(target, (hit.empty() ? "something in another document" : hit) + " got the drag instead");
    }
    if (state.value("takes", false) != true) {
      abandon(at, data);
      return not_taken(
          target, fmt::format("{} takes no drop, because nothing cancels its dragover event", state.value("hit", "")));
    }
    send("drop", at);
    const std::optional<Json> dropped = ask(place.element, "dropArrived");
    if (!dropped || *dropped == true) return ActionOutcome::succeeded();  // the drop may take the document away
    return not_taken(target, "no drop event arrived there");
  }

  // Moves the pointer to its end and releases it there.
  ActionOutcome release(const ElementHandle& source, const HitPoint& here, const HitPoint& end) {
    // The pointer is the source's until it is released, wherever it goes.
    const InputPoint at =
        end.input_point.session == here.input_point.session ? end.input_point : here.input_point_at(end.point);
    slide(here.input_point, at);
    const bool is_watched = ask(source, "watchDrop", Json::array({0})) == Json(true);
    await_events(page_, {post_release(at)}, deadline_);
    if (!is_watched || ask(source, "releaseArrived").value_or(true) == true) return ActionOutcome::succeeded();
    return ActionOutcome::failed("was dragged, and the page did not get the release of the pointer");
  }

  cdp::Call post_release(const InputPoint& at) {
    return post_mouse(
        page_, {{"type", "mouseReleased"}, {"button", "left"}, {"clickCount", 1}, {"modifiers", modifiers_}}, at);
  }

  PageSession& page_;
  const DragOptions& path_;
  int modifiers_;
  Deadline deadline_;
  std::set<FrameId> documents_;  // that the drag begins and ends in
};

}  // namespace

ActionResult drag(PageSession& page, const Target& source, const Target& target, const DragOptions& path,
                  Deadline deadline) {
  if (path.steps < 1 || path.steps > 1000) {
    throw Error(ErrorKind::Usage, fmt::format("a drag has 1 to 1000 steps, not {}", path.steps));
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
