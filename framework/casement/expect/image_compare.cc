#include "casement/expect/image_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "casement/expect/perceptual_compare.h"

namespace casement {
namespace {

std::size_t pixels_of(const Image& image) {
  return static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

// Marks pixels of which a channel differs by more than `most`.
std::vector<std::uint8_t> mark_channels(const Image& expected, const Image& actual, int most) {
  const std::size_t count = pixels_of(actual);
  std::vector<std::uint8_t> marks(count);
  const std::uint8_t* one = expected.rgba.data();
  const std::uint8_t* other = actual.rgba.data();
  for (std::size_t pixel = 0; pixel < count; ++pixel, one += 4, other += 4) {
    int apart = 0;
    for (int channel = 0; channel < 4; ++channel) {
      apart = std::max(apart, std::abs(int{one[channel]} - int{other[channel]}));
    }
    marks[pixel] = apart > most ? 1 : 0;
  }
  return marks;
}

double pixels_allowed(const PictureOptions& options, std::size_t all) {
  if (!options.pixels && !options.share) return 0;
  double most = static_cast<double>(all);
  if (options.share) most = std::min(most, *options.share * static_cast<double>(all));
  if (options.pixels) most = std::min(most, static_cast<double>(*options.pixels));
  return most;
}

// "12 of 921600 pixels differ, within 40,10 to 52,22". Precondition: a pixel is marked.
std::string describe_marks(const ImageDifference& difference, int width) {
  const auto is_marked = [](std::uint8_t mark) { return mark != 0; };
  const std::ptrdiff_t columns = width;
  std::ptrdiff_t left = columns, right = 0, top = -1, bottom = 0, row = 0;
  for (auto begin = difference.marks.begin(); begin != difference.marks.end(); begin += columns, ++row) {
    const auto end = begin + columns, first = std::find_if(begin, end, is_marked);
    if (first == end) continue;
    const auto last = std::find_if(std::reverse_iterator(end), std::reverse_iterator(first), is_marked).base() - 1;
    left = std::min(left, first - begin), right = std::max(right, last - begin);
    if (top < 0) top = row;
    bottom = row;
  }
  return fmt::format("{} of {} pixels differ, within {},{} to {},{}", difference.pixels, difference.marks.size(), left,
                     top, right, bottom);
}

Image made_pale(const Image& image) {
  Image pale = image;
  for (std::size_t at = 0; at < pale.rgba.size(); ++at) {
    pale.rgba[at] = at % 4 == 3 ? 255 : static_cast<std::uint8_t>(192 + pale.rgba[at] / 4);
  }
  return pale;
}

// The share of marked pixels among all pixels within `reach` in each direction, by a table of sums.
class MarkDensity {
 public:
  MarkDensity(const std::vector<std::uint8_t>& marks, int width, int height)
      : width_(width), height_(height), sums_(at(0, height + 1), 0) {
    for (int y = 0; y < height; ++y) {
      std::uint32_t row = 0;
      for (int x = 0; x < width; ++x) {
        const bool is_marked = marks[static_cast<std::size_t>(y * width + x)] != 0;
        row += is_marked ? 1 : 0;
        sums_[at(x + 1, y + 1)] = sums_[at(x + 1, y)] + row;
      }
    }
  }
  double around(int x, int y, int reach) const {
    const int left = std::max(x - reach, 0), right = std::min(x + reach + 1, width_);
    const int top = std::max(y - reach, 0), bottom = std::min(y + reach + 1, height_);
    const std::uint32_t marked =
        sums_[at(right, bottom)] - sums_[at(left, bottom)] - sums_[at(right, top)] + sums_[at(left, top)];
    return static_cast<double>(marked) / ((right - left) * (bottom - top));
  }

 private:
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * (static_cast<std::size_t>(width_) + 1) + static_cast<std::size_t>(x);
  }
  int width_, height_;
  std::vector<std::uint32_t> sums_;
};

}  // namespace

ImageDifference compare_images(const Image& expected, const Image& actual, const PictureOptions& options) {
  ImageDifference difference;
  if (expected.width != actual.width || expected.height != actual.height) {
    difference.same = false;
    difference.description = fmt::format("it is {} × {} pixels instead of {} × {}", actual.width, actual.height,
                                         expected.width, expected.height);
    return difference;
  }
  if (expected.rgba == actual.rgba) return difference;
  difference.marks = options.compare == "perceptual" ? mark_perceptual(expected, actual, options.colour)
                                                     : mark_channels(expected, actual, options.channel);
  difference.pixels = difference.marks.size() - static_cast<std::size_t>(std::ranges::count(difference.marks, 0));
  difference.same = static_cast<double>(difference.pixels) <= pixels_allowed(options, difference.marks.size());
  if (difference.pixels > 0)
    difference.description = describe_marks(difference, actual.width);
  else
    difference.marks.clear();
  return difference;
}

Image draw_difference(const Image& actual, const std::vector<std::uint8_t>& marks) {
  Image drawn = made_pale(actual);
  for (std::size_t pixel = 0; pixel < marks.size(); ++pixel) {
    if (marks[pixel] == 0) continue;
    std::uint8_t* const to = &drawn.rgba[4 * pixel];
    to[0] = 255, to[1] = 0, to[2] = 0;
  }
  return drawn;
}

Image draw_heat(const Image& actual, const std::vector<std::uint8_t>& marks) {
  constexpr int kReach = 12;  // a single pixel becomes a spot of 25 × 25 pixels, which a person sees
  Image drawn = made_pale(actual);
  const MarkDensity density(marks, actual.width, actual.height);
  for (int y = 0; y < actual.height; ++y) {
    for (int x = 0; x < actual.width; ++x) {
      const double share = density.around(x, y, kReach);
      if (share <= 0) continue;
      const double heat = std::sqrt(share);  // few pixels must be visible, too
      const double colour[] = {255 * std::min(1.0, 2 * heat), 200 * (1 - std::abs(2 * heat - 1)),
                               255 * std::max(0.0, 1 - 2 * heat)};
      const double cover = 0.45 + 0.45 * heat;
      std::uint8_t* const to = &drawn.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(actual.width) +
                                                static_cast<std::size_t>(x))];
      for (int channel = 0; channel < 3; ++channel) {
        to[channel] = static_cast<std::uint8_t>(std::lround(colour[channel] * cover + to[channel] * (1 - cover)));
      }
    }
  }
  return drawn;
}

}  // namespace casement
