// Where a pointer has to go to reach an element, through every frame around it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "casement/find/find_elements.h"
#include "casement/input/action_outcome.h"
#include "casement/input/input_point.h"

namespace casement {

struct HitPoint {
  Point point;             // of the page
  InputPoint input_point;  // the same for the element's own session
  ActionOutcome attempt;   // done: the point reaches the element
  bool focused = false;    // done: it has the focus, and there is no point to press at

  // Where the pointer crosses from the document around a frame into the frame; from the element's frame outwards.
  struct FrameCrossing {
    FrameId document;
    int owner_ref = 0;
    Point inside;
  };
  std::vector<FrameCrossing> crossings;
  // Turns a distance in the page into one in the input point's viewport: [a, b, c, d] as in a CSS matrix().
  std::array<double, 4> page_by_input_point{1, 0, 0, 1};

  // Another point of the page in the coordinates of the input point's session, also outside of its viewport.
  InputPoint input_point_at(Point page_point) const;
};

// What has to hold before the pointer goes there, and where it goes.
struct HitPointOptions {
  bool enabled = true;
  bool force = false;             // nothing is asked but where the element is
  std::optional<Point> position;  // from the top left corner of its box; its middle otherwise
  bool watches_move = false;      // the element's document notes whether the pointer comes
  bool presses = false;           // a text box that nothing is seen of takes the focus instead
  bool trial = false;             // not even that
  bool checks_cover = false;      // the documents around the element's are asked again before a press
  bool asked_along = false;       // the search has asked hit_point_at_once of the same options
};

// Scrolls the element into view and finds a point of the page where a pointer reaches it, through
// every ancestor frame. The caller holds the engine lock.
HitPoint find_hit_point(PageSession& page, const ElementHandle& element, const HitPointOptions& how, Deadline deadline);

// The question for find_elements that saves a round trip where nothing moves: the element is there, and the point
// reaches it.
FirstCall hit_point_at_once(const HitPointOptions& how);

// Asks the documents around the element's frame, when it is made, whether anything covers the frame at the hit point
// by now. The caller holds the engine lock.
class CoverCheck {
 public:
  // Throws Error{FrameGone} where one of them has gone.
  CoverCheck(PageSession& page, const HitPoint& hit);
  ActionOutcome verdict(Deadline deadline);

 private:
  PageSession& page_;
  const HitPoint& aim_;
  std::vector<cdp::Call> calls_;
};

}  // namespace casement
