// Where a pointer has to go to reach an element, through every frame around it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "casement/act/perform.h"
#include "casement/act/spot.h"

namespace casement {

struct Aim {
  Point point;      // of the page
  Spot spot;        // the same for the element's own session
  Attempt attempt;  // done: the point reaches the element
  bool focused = false;  // done: it has the focus, and there is no point to press at

  // A way through the document around a frame, from the element's frame outwards.
  struct Passage {
    FrameId document;
    int owner_ref = 0;
    Point inside;
  };
  std::vector<Passage> passages;
  // What a step in the page is inside of the spot's viewport: [a, b, c, d] as in a CSS matrix().
  std::array<double, 4> page_by_spot{1, 0, 0, 1};

  // Another point of the page, as the spot's session has it; outside of its viewport as well.
  Spot spot_at(Point page_point) const;
};

// What has to hold before the pointer goes there, and where it goes.
struct AimAt {
  bool enabled = true;
  bool force = false;             // nothing is asked but where the element is
  std::optional<Point> position;  // from the top left corner of its box; its middle otherwise
  bool watches_move = false;      // the element's document notes whether the pointer comes
  bool presses = false;           // a text box that nothing is seen of takes the focus instead
  bool trial = false;             // not even that
  bool rechecked = false;         // the documents around the element's are asked again before a press
};

// Scrolls the element into view and finds a point of the page where a pointer reaches it, through
// every ancestor frame. In a turn of the caller's.
Aim aim_at(PageTarget& page, const Located& element, const AimAt& how, Deadline deadline);

// What the documents around the element's frame say to the aim's passages now, asked at once when it
// is made. In a turn of the caller's.
class Recheck {
 public:
  // Throws Error{FrameGone} where one of them has gone.
  Recheck(PageTarget& page, const Aim& aim);
  Attempt verdict(Deadline deadline);

 private:
  PageTarget& page_;
  const Aim& aim_;
  std::vector<cdp::Call> calls_;
};

}  // namespace casement
