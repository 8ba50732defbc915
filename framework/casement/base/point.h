// Two numbers in CSS pixels: a position or a distance.
#pragma once

namespace casement {

// A position inside an element is relative to the top left corner of its box, a position in the page to the viewport's.
struct Point {
  double x = 0;  // to the right
  double y = 0;  // down
};

}  // namespace casement
