#include "casement/act/drag.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "casement/act/mouse_events.h"
#include "casement/cdp/protocol_error.h"

namespace casement {
namespace {

// How far a pointer has to go before Chrome takes it for a drag, and a little more. CSS pixels.
constexpr double kFirstMove = 8;
// How long a drag that the page has begun may take to reach us.
constexpr std::chrono::seconds kDragTimeout{2};
// How long the pointer rests where it is let go. Maps and carousels go on with the speed that a
// pointer had in the last 50 to 100 ms, and lists that are sorted look at it every 50 ms: without a
// rest the outcome would depend on how fast the machine is.
constexpr std::chrono::milliseconds kRest{120};
// While a page's own drag rests, Chrome tells of it again and again (HTML §6.11.5, every 350 ms ± 200 ms;
// Chrome 50 ms); a page that has just moved something lets one or two of these pass.
constexpr std::chrono::milliseconds kDragOverPace{50};
constexpr int kDragOversAtRest = 4;

// While it lives, Chrome hands a drag that the page begins to us instead of to the desktop.
class DragInterception {
 public:
  DragInterception(PageTarget& page, Deadline deadline) : page_(page) {
    page_.take_drag();
    page_.connection().call(
        {page_.session(), "Input.setInterceptDrags", {{"enabled", true}}, nullptr}, deadline);
  }
  ~DragInterception() {
    page_.connection().send(
        {page_.session(), "Input.setInterceptDrags", {{"enabled", false}}, nullptr});
    page_.take_drag();
  }
  DragInterception(const DragInterception&) = delete;
  DragInterception& operator=(const DragInterception&) = delete;

 private:
  PageTarget& page_;
};

class Drag {
 public:
  Drag(PageTarget& page, const DragPath& path, Deadline deadline)
      : page_(page), path_(path), modifiers_(modifier_bits(path.modifiers)), deadline_(deadline) {}

  Attempt run(const Located& source, const Target& target) {
    Located place;
    if (const Attempt found = find(target, place); !found.done) return found;
    documents_ = {source.frame, place.frame};
    const Aim there = aim_at(page_, place, {.enabled = false, .position = path_.to}, deadline_);
    if (!there.attempt.done) return at_place(target, there.attempt);
    // Last, since aiming may scroll, and the press comes next.
    const Aim here = aim_at(page_, source, {.enabled = false, .position = path_.from}, deadline_);
    if (!here.attempt.done) return here.attempt;

    const DragInterception interception(page_, deadline_);
    page_.call_bridge(source.frame, {"watchDrag"}, deadline_);
    const Attempt pressed = press_and_verify(page_, source, here, modifiers_, deadline_);
    if (!pressed.done) {
      release(here.spot);
      return pressed;
    }
    move({here.spot.session,
          {here.spot.point.x + kFirstMove, here.spot.point.y + kFirstMove / 2}});
    const std::optional<Json> data = await_drag(source);
    // Aiming at the source may have scrolled the place away.
    const Aim again = aim_at(page_, place, {.enabled = false, .position = path_.to}, deadline_);
    // What is dragged may follow the pointer and stand above the place.
    const Aim& end = again.attempt.done ? again : there;
    // The pointer is the source's until it is released, wherever it goes.
    const Spot end_for_source =
        end.spot.session == here.spot.session ? end.spot : here.spot_at(end.point);
    if (!data) slide(here.spot, end_for_source);
    else if (end.spot.session == here.spot.session) drop(here.spot, end.spot, *data);
    else drop(end.spot, end.spot, *data);  // a process knows of a drag from where it enters only
    release(end_for_source);
    Change change = end_outcome(page_, source, deadline_);
    change.mutations += pressed.change.mutations;  // until the drag had begun
    change.scrolled = change.scrolled || pressed.change.scrolled;
    return Attempt::succeeded(std::move(change));
  }

 private:
  Attempt find(const Target& target, Located& place) {
    const SearchResult found = search(page_, target, deadline_);
    if (found.found.size() > 1) throw_ambiguous(page_, target, found.found, deadline_);
    if (found.found.empty()) {
      return Attempt::not_yet(fmt::format("cannot be taken to {}: nothing matches that", target.text()));
    }
    place = found.found.front();
    return Attempt::succeeded();
  }

  static Attempt at_place(const Target& target, Attempt attempt) {
    attempt.obstacle = fmt::format("cannot be taken to {}: that {}", target.text(), attempt.obstacle);
    attempt.gone = attempt.gone && target.is_ref();
    return attempt;
  }

  // What a drag that the page has begun carries; nothing where it has begun none.
  std::optional<Json> await_drag(const Located& source) {
    bool begun = false;
    try {
      begun = page_.call_bridge(source.frame, {"dragHasBegun", Json::array({source.ref})}, deadline_) == true;
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
    }
    if (begun) {
      page_.connection().pump_until([&] { return page_.has_drag() || page_.closed(); },
                                    deadline_.at_most(kDragTimeout));
    }
    return page_.take_drag();
  }

  void move(const Spot& to) {
    await_events(page_,
                 {post_mouse(page_,
                             {{"type", "mouseMoved"},
                              {"button", "left"},
                              {"buttons", 1},
                              {"modifiers", modifiers_}},
                             to)},
                 deadline_);
  }

  template <typename Step>
  void walk(const Spot& from, const Spot& to, Step step) {
    for (int i = 1; i <= path_.steps; ++i) {
      const double share = static_cast<double>(i) / path_.steps;
      step(Spot{to.session,
                {from.point.x + (to.point.x - from.point.x) * share,
                 from.point.y + (to.point.y - from.point.y) * share}});
    }
  }

  void slide(const Spot& from, const Spot& to) {
    walk(from, to, [&](const Spot& at) { move(at); });
    rest(kRest);
  }

  // By the documents' own timers: what they have begun for a shorter time is over by then, however busy
  // the machine is. A document that hangs, or goes away, ends its own rest.
  void rest(std::chrono::milliseconds time) {
    std::vector<cdp::Call> calls;
    for (const FrameId& id : documents_) {
      Frame* frame = page_.frames().find(id);
      if (frame != nullptr && frame->world) {
        calls.push_back(page_.post_bridge(*frame, {"rest", Json::array({time.count()})}));
      }
    }
    const Deadline until = deadline_.at_most(page_.frame_timeout());
    for (const cdp::Call& call : calls) {
      page_.connection().pump_until([&] { return call.done() || page_.closed(); }, until);
      page_.connection().give_up(call);
    }
  }

  void drop(const Spot& from, const Spot& to, const Json& data) {
    const auto send = [&](const char* type, const Spot& at) {
      await_events(page_,
                   {page_.connection().send({at.session,
                                             "Input.dispatchDragEvent",
                                             {{"type", type},
                                              {"x", at.point.x},
                                              {"y", at.point.y},
                                              {"data", data},
                                              {"modifiers", modifiers_}},
                                             nullptr})},
                   deadline_);
    };
    rest(kDragOverPace);  // a page does what follows the begin of a drag in a task of its own
    send("dragEnter", from);
    walk(from, to, [&](const Spot& at) { send("dragOver", at); });
    for (int i = 0; i < kDragOversAtRest; ++i) {
      send("dragOver", to);
      rest(kDragOverPace);
    }
    send("dragOver", to);
    send("drop", to);
  }

  void release(const Spot& at) {
    await_events(page_,
                 {post_mouse(page_,
                             {{"type", "mouseReleased"},
                              {"button", "left"},
                              {"clickCount", 1},
                              {"modifiers", modifiers_}},
                             at)},
                 deadline_);
  }

  PageTarget& page_;
  const DragPath& path_;
  int modifiers_;
  Deadline deadline_;
  std::set<FrameId> documents_;  // that the drag begins and ends in
};

}  // namespace

ActionResult drag(PageTarget& page, const Target& source, const Target& target,
                  const DragPath& path, Deadline deadline) {
  if (path.steps < 1 || path.steps > 1000) {
    throw Error(ErrorKind::Usage, fmt::format("a drag has 1 to 1000 steps, not {}", path.steps));
  }
  require_valid_position(path.from);
  require_valid_position(path.to);
  Drag drag(page, path, deadline);
  return perform(page, source, "drag", deadline, [&](const Located& element) {
    const cdp::Connection::Turn turn(page.connection());
    return drag.run(element, target);
  });
}

}  // namespace casement
