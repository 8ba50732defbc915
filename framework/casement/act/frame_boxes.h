// Boxes of what is in a frame, where the page's own viewport has them.
#pragma once

#include <vector>

#include "casement/browser/page/page_session.h"

namespace casement {

struct Box {  // in CSS pixels of a viewport
  double left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return right <= left || bottom <= top; }
};

// The smallest that holds these points, each an array of x and y.
Box box_around(const Json& points);

enum class Clip { ToFrames, No };  // to what the frames around them show
// Boxes of the frame's viewport in the main frame's. Throws Error{FrameGone} where the frame or one around it goes.
std::vector<Box> in_main_viewport(PageSession& page, const FrameId& id, std::vector<Box> boxes, Clip clip,
                                  Deadline deadline);

}  // namespace casement
