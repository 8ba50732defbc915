// Whether two pictures show the same.
#pragma once

#include <string>

#include "casement/base/image.h"

namespace casement {

// What still counts as the same: a pixel whose channels each differ by at most `channel` (0 to 255),
// and so many other ones as a share of all (0 to 1). The default is exact.
struct ImageTolerance {
  int channel = 0;
  double share = 0;
  std::string keep_in = {};  // the folder for what is kept of pictures that differ; "": `picture_folder`
};

struct ImageDifference {  // how two pictures differ
  bool same = true;
  std::size_t pixels = 0;   // that differ
  std::string description;  // "12 of 921600 pixels differ, within 40,10 to 52,22"; "" for none
  Image picture;            // the actual one made pale, with what differs in red; empty for two sizes
};
// Pixel by pixel; pictures of two sizes are never the same.
ImageDifference compare_images(const Image& expected, const Image& actual, const ImageTolerance& tolerance = {});

}  // namespace casement
