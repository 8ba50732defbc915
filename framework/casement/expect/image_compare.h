// Compares two pictures pixel by pixel, and draws the differences. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "casement/base/image.h"
#include "casement/expect/picture_options.h"

namespace casement {

struct ImageDifference {  // how two pictures differ
  bool same = true;
  std::size_t pixels = 0;           // number of pixels that differ and count
  std::string description;          // "12 of 921600 pixels differ, within 40,10 to 52,22"; "" without a difference
  std::vector<std::uint8_t> marks;  // for each pixel whether it counts; empty if no pixel counts, or the sizes differ
};

// Reads `compare`, `channel`, `colour`, `pixels` and `share` of the options. Pictures of different sizes are never the
// same.
ImageDifference compare_images(const Image& expected, const Image& actual, const PictureOptions& options = {});

// Returns the actual picture in pale colours, with the marked pixels in red. Precondition: one mark for each pixel.
Image draw_difference(const Image& actual, const std::vector<std::uint8_t>& marks);
// Returns the actual picture in pale colours, coloured from blue to red by how many pixels around each are marked.
Image draw_heat(const Image& actual, const std::vector<std::uint8_t>& marks);

}  // namespace casement
