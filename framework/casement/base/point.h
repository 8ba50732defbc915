// Two numbers of CSS pixels: a position, or a distance.
#pragma once

namespace casement {

// A position in an element counts from the top left corner of its box, one in the page from that of the viewport.
struct Point {
  double x = 0;  // to the right
  double y = 0;  // down
};

}  // namespace casement
