// Whether two pictures show the same.
#pragma once

#include <string>

#include "casement/base/image.h"
#include "casement/expect/image_tolerance.h"

namespace casement {

struct ImageDifference {  // how two pictures differ
  bool same = true;
  std::size_t pixels = 0;   // that differ
  std::string description;  // "12 of 921600 pixels differ, within 40,10 to 52,22"; "" for none
  Image picture;            // the actual one made pale, with what differs in red; empty for two sizes
};
// Pixel by pixel; pictures of two sizes are never the same.
ImageDifference compare_images(const Image& expected, const Image& actual, const ImageTolerance& tolerance = {});

}  // namespace casement
