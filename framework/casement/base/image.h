// A picture in memory, and PNG as its form outside (ISO/IEC 15948).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  // four bytes a pixel, row by row, not premultiplied
};

// Throws Error{Protocol} for what is no PNG.
Image decode_png(std::string_view png);
// Throws Error{Internal} where the picture has no size or not the bytes for it.
std::string encode_png(const Image& image);

}  // namespace casement
