#include "casement/expect/image_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace casement {
ImageDifference compare_images(const Image& expected, const Image& actual, const ImageTolerance& tolerance) {
  ImageDifference difference;
  if (expected.width != actual.width || expected.height != actual.height) {
    difference.same = false;
    difference.description = fmt::format("it is {} × {} pixels instead of {} × {}", actual.width, actual.height,
                                         expected.width, expected.height);
    return difference;
  }
  difference.picture = actual;
  int left = actual.width, top = actual.height, right = -1, bottom = -1;
  for (int y = 0; y < actual.height; ++y) {
    for (int x = 0; x < actual.width; ++x) {
      const std::size_t at =
          4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(actual.width) + static_cast<std::size_t>(x));
      bool same = true;
      for (std::size_t channel = 0; channel < 4; ++channel) {
        const int apart = std::abs(int{expected.rgba[at + channel]} - int{actual.rgba[at + channel]});
        same = same && apart <= tolerance.channel;
      }
      std::uint8_t* const pixel = &difference.picture.rgba[at];
      pixel[3] = 255;
      for (int channel = 0; channel < 3; ++channel) {
        pixel[channel] = same ? static_cast<std::uint8_t>(192 + pixel[channel] / 4)
                              : static_cast<std::uint8_t>(channel == 0 ? 255 : 0);
      }
      if (same) continue;
      ++difference.pixels;
      left = std::min(left, x), right = std::max(right, x);
      top = std::min(top, y), bottom = std::max(bottom, y);
    }
  }
  const std::size_t all = expected.rgba.size() / 4;
  difference.same = static_cast<double>(difference.pixels) <= tolerance.share * static_cast<double>(all);
  if (difference.pixels > 0) {
    difference.description =
        fmt::format("{} of {} pixels differ, within {},{} to {},{}", difference.pixels, all, left, top, right, bottom);
  }
  return difference;
}

}  // namespace casement
