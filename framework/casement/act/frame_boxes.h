// Converts boxes in a frame's viewport into boxes in the main frame's viewport.
#pragma once

#include <vector>

#include "casement/browser/page/page_session.h"

namespace casement {

struct Box {  // in CSS pixels of a viewport
  double left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return right <= left || bottom <= top; }
};

// Returns the smallest box that contains all points, each an array of x and y.
Box box_around(const Json& points);

enum class Clip { ToFrames, No };  // ToFrames: cut to the part that each frame around the box shows
// Converts boxes from the frame's viewport to the main frame's. Throws Error{FrameGone} if the frame or a frame around
// it goes away.
std::vector<Box> in_main_viewport(PageSession& page, const FrameId& id, std::vector<Box> boxes, Clip clip,
                                  Deadline deadline);

}  // namespace casement
