// How a picture is taken and compared: the options that flows write below `screenshot` and C++ passes to `screenshot`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/target/target.h"

namespace casement {

struct PictureArea {  // a part of the picture, in CSS pixels from its top left corner
  int x = 0, y = 0, width = 0, height = 0;
};

// By default, the comparison is exact, and the page stands still.
struct PictureOptions {
  int channel = 0;                   // exact: each channel of a pixel may differ by so much, 0 to 255
  std::optional<double> share = {};  // so many pixels may differ, as a share of all, 0 to 1
  std::string keep_in = {};          // the folder for pictures that differ; "": `picture_folder`
  std::optional<int> pixels = {};    // so many pixels may differ; with `share` the smaller of the two counts
  // "exact", or "perceptual": ignores colours that look alike and pixels that only smooth an edge.
  std::string compare = "exact";
  double colour = 0.1;                   // perceptual: how far two colours may be apart, 0 to 1
  bool full_page = false;                // the whole document instead of the viewport
  std::optional<PictureArea> area = {};  // only this part of the picture
  std::vector<Target> mask = {};         // all elements that match are painted over, in every frame
  std::vector<Target> hide = {};         // all elements that match are made invisible, in every frame
  std::string animations = "settle";     // or "run": leaves them as they are
  std::string caret = "hide";            // or "show"
};

// Throws Error{Usage} for an invalid value, or for an option without effect beside the others.
void check_picture_options(const PictureOptions& options);

}  // namespace casement
