// Draws boxes with refs into a picture of a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/base/image.h"

namespace casement {

// A box in pixels of the picture.
struct RefBox {
  std::string ref;
  double left = 0, top = 0, right = 0, bottom = 0;
  int frame = 0;  // ordinal of the frame; boxes of one frame have the same colour
};

// Draws an outline around each box, with its ref in the corner. Skips boxes outside of the picture. `scale`: pixels of
// the picture per CSS pixel.
void draw_ref_boxes(Image& image, const std::vector<RefBox>& boxes, double scale);

}  // namespace casement
