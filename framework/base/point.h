// Two numbers of CSS pixels: a place, or a way.
#pragma once

namespace casement {

// A place in an element is told from the top left corner of its box, one of the page from that of its viewport.
struct Point {
  double x = 0;  // to the right
  double y = 0;  // down
};

}  // namespace casement
