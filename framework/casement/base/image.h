// An image in memory, with conversion from and to PNG (ISO/IEC 15948).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  // four bytes per pixel, row by row, not premultiplied
};

// Throws Error{Protocol} if `png` is not a PNG image.
Image decode_png(std::string_view png);
// Throws Error{Internal} if the image is empty or its number of bytes does not match its size.
std::string encode_png(const Image& image);

}  // namespace casement
