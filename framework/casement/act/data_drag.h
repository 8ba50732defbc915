// A drag that carries data (HTML §6.11), from where it enters a document: how it gets to an element, and is dropped
// there.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"
#include "casement/input/hit_point.h"

namespace casement {

struct DataDragOptions {
  int modifiers = 0;              // held meanwhile, as Chrome counts them
  std::optional<Point> position;  // where in the element it is dropped; its middle otherwise
  int steps = 4;                  // moves on the way
};

// The points where a pointer stops on a straight way, its end the last.
std::vector<InputPoint> points_on_way(const InputPoint& from, const InputPoint& to, int steps);

// Of one action, in its thread; the engine lock is held.
class DataDrag {
 public:
  struct Place {
    ElementHandle element;
    HitPoint hit;
  };

  DataDrag(PageSession& page, const DataDragOptions& options, Deadline deadline)
      : page_(page), options_(options), deadline_(deadline) {}

  // A document that the drag begins or ends in.
  void begins_in(const FrameId& frame) { documents_.insert(frame); }
  // By the documents' own timers: what they have begun for a shorter time is over by then, however busy
  // the machine is. A document that hangs, or goes away, ends its own rest.
  void rest(std::chrono::milliseconds time);
  // What the document of the element says of the drag; nothing if the document has gone.
  std::optional<Json> ask(const ElementHandle& element, const char* question, Json arguments = Json::array());

  // Carries the data from `begin` to the place and drops it. Chrome scrolls what is near the edge of a box that scrolls
  // while a drag rests there, and the place goes away under the drag. So the drag follows the place, and is dropped
  // only after it has rested there and nothing was scrolled any more.
  ActionOutcome drop(const InputPoint& begin, const Place& place, const Json& data);

  // Ends it, as somebody does who thinks better of it. Why it ends is known already, so a page that does not take this
  // in time is no news.
  void abandon(const InputPoint& at, const Json& data);

 private:
  // An event of the drag: dragEnter, dragOver, drop or dragCancel. `data` is Chrome's Input.DragData.
  cdp::Call post(const char* type, const InputPoint& at, const Json& data);

  PageSession& page_;
  DataDragOptions options_;
  Deadline deadline_;
  std::set<FrameId> documents_;
};

}  // namespace casement
