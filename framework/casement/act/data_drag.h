// Moves a drag that carries data (HTML §6.11) to an element and drops it there. The drag has begun elsewhere, or comes
// from outside of the browser.
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
  int modifiers = 0;              // modifier keys that are held, a bit mask of CDP
  std::optional<Point> position;  // the drop point in the element; default: its middle
  int steps = 4;                  // moves on the way
};

// The points at which a pointer stops on a straight line. The last point is `to`.
std::vector<InputPoint> points_on_way(const InputPoint& from, const InputPoint& to, int steps);

// The drag of one action. Used in the action's thread, which holds the engine lock.
class DataDrag {
 public:
  struct Place {
    ElementHandle element;
    HitPoint hit;
  };

  DataDrag(PageSession& page, const DataDragOptions& options, Deadline deadline)
      : page_(page), options_(options), deadline_(deadline) {}

  // Adds a document that the drag begins or ends in; see `rest`.
  void begins_in(const FrameId& frame) { documents_.insert(frame); }
  // Waits until a timer of `time` has fired in each document of the drag. All shorter timers of these documents have
  // then fired, however busy the machine is. Waits at most the frame timeout for a document that hangs.
  void rest(std::chrono::milliseconds time);
  // Calls a bridge function in the element's document. Returns nothing if the document has gone.
  std::optional<Json> ask(const ElementHandle& element, const char* question, Json arguments = Json::array());

  // Carries the data from `begin` to the place and drops it. Chrome scrolls a box while a drag rests near the box's
  // edge, which can move the place away. So the drag follows the place, and the drop waits until the drag has rested
  // there and nothing scrolls any more.
  ActionOutcome drop(const InputPoint& begin, const Place& place, const Json& data);

  // Cancels the drag. Ignores a page that does not answer in time, because the caller already reports why the drag
  // ends.
  void abandon(const InputPoint& at, const Json& data);

 private:
  // Sends an event of the drag: dragEnter, dragOver, drop or dragCancel. `data` is Chrome's Input.DragData.
  cdp::Call post(const char* type, const InputPoint& at, const Json& data);

  PageSession& page_;
  DataDragOptions options_;
  Deadline deadline_;
  std::set<FrameId> documents_;
};

}  // namespace casement
