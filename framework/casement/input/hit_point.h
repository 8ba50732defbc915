// Finds the point at which a pointer reaches an element, through every frame around it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"
#include "casement/input/input_point.h"

namespace casement {

struct HitPoint {
  Point point;              // of the page
  InputPoint input_point;   // the same point for the element's own session
  ActionOutcome attempt;    // done: the point reaches the element
  bool focused = false;     // done: the element has the focus, and no point to press at
  bool is_painted = false;  // an item that an application draws into a canvas

  // The step of the pointer from a frame into the document around it; the first step leaves the element's frame.
  struct FrameCrossing {
    FrameId document;
    int owner_ref = 0;
    Point inside;
  };
  std::vector<FrameCrossing> crossings;
  // Converts a distance in the input point's viewport into a distance in the page: [a, b, c, d] as in a CSS matrix().
  std::array<double, 4> page_by_input_point{1, 0, 0, 1};

  // Converts another point of the page to the input point's session, also outside of its viewport.
  InputPoint input_point_at(Point page_point) const;
};

// Conditions for the point, and its place in the element.
struct HitPointOptions {
  bool enabled = true;
  bool force = false;             // checks nothing; only finds where the element is
  std::optional<Point> position;  // from the top left corner of the element's box; default: its middle
  bool watches_move = false;      // the element's document records whether the pointer arrives
  bool presses = false;           // focuses a text box of which nothing can be seen
  bool trial = false;             // does not even focus it
  bool checks_cover = false;      // documents around the frame are asked again before a press
  bool asked_along = false;       // the search may have made the call hit_point_at_once
};

// Scrolls the element into view and finds a point of the page at which a pointer reaches it, through every ancestor
// frame. The caller holds the engine lock.
HitPoint find_hit_point(PageSession& page, const ElementHandle& element, const HitPointOptions& how, Deadline deadline);

// Returns a first call for find_elements. The call saves a round trip if the element is in view, nothing moves and the
// point reaches the element.
FirstCall hit_point_at_once(const HitPointOptions& how);

// Asks the documents around the element's frame whether anything covers the frame at the hit point now. The constructor
// sends the questions; `verdict` waits for the answers. The caller holds the engine lock.
class CoverCheck {
 public:
  // `hit` must outlive this object. Throws Error{FrameGone} if one of the documents has gone.
  CoverCheck(PageSession& page, const HitPoint& hit);
  ActionOutcome verdict(Deadline deadline);

 private:
  PageSession& page_;
  const HitPoint& aim_;
  std::vector<cdp::Call> calls_;
};

}  // namespace casement
