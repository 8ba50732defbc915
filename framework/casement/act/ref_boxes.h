// Boxes with refs, drawn into a picture of the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/base/image.h"

namespace casement {

// In pixels of the picture.
struct RefBox {
  std::string ref;
  double left = 0, top = 0, right = 0, bottom = 0;
  int frame = 0;  // ordinal; boxes of one frame have one colour
};

// Draws an outline around each box and its ref in the corner; what is outside of the picture is left
// out. `scale`: pixels of the picture a CSS pixel.
void draw_ref_boxes(Image& image, const std::vector<RefBox>& boxes, double scale);

}  // namespace casement
