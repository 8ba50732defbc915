// Computes for whole rows at once what a perceptual comparison asks about the neighbours of a pixel. Pure; one thread.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "casement/base/image.h"

namespace casement {

struct Rgb {  // a colour; channels are 0 to 255, differences of channels -255 to 255
  double red, green, blue;
};

inline Rgb operator-(const Rgb& one, const Rgb& other) {
  return {one.red - other.red, one.green - other.green, one.blue - other.blue};
}

inline double luma(const Rgb& colour) {
  return colour.red * 0.29889531 + colour.green * 0.58662247 + colour.blue * 0.11448223;
}

// A view of a picture as whole pixels. Transparent pixels show white paper.
class PixelGrid {
 public:
  explicit PixelGrid(const Image& image) : width_(image.width), height_(image.height), bytes_(image.rgba.data()) {}
  int width() const { return width_; }
  int height() const { return height_; }
  const std::uint8_t* at(int x, int y) const {
    return bytes_ + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x));
  }
  Rgb colour(int x, int y) const {
    const std::uint8_t* const from = at(x, y);
    if (from[3] == 255) return {double(from[0]), double(from[1]), double(from[2])};
    const double opaque = from[3] / 255.0;
    const auto on_white = [&](std::uint8_t channel) { return 255 + (channel - 255) * opaque; };
    return {on_white(from[0]), on_white(from[1]), on_white(from[2])};
  }

 private:
  int width_, height_;
  const std::uint8_t* bytes_;
};

// Three rows that are computed on demand. Row y stays valid until row y + 3 is computed.
template <class Value>
class ThreeRows {
 public:
  explicit ThreeRows(std::size_t length) {
    for (std::vector<Value>& row : rows_) row.resize(length);
  }
  // Calls `fill(row)` if row y is not known yet.
  template <class Fill>
  const Value* row(int y, const Fill& fill) {
    const auto slot = static_cast<std::size_t>(y) % rows_.size();
    if (numbers_[slot] != y) fill(rows_[slot].data());
    numbers_[slot] = y;
    return rows_[slot].data();
  }

 private:
  std::array<std::vector<Value>, 3> rows_;
  std::array<int, 3> numbers_{-1, -1, -1};
};

// How many of the eight neighbours of a pixel have its own colour. Everything outside of the picture counts as one such
// neighbour.
class AlikeNeighbours {
 public:
  explicit AlikeNeighbours(const PixelGrid& grid);
  const std::uint32_t* row(int y);

 private:
  void fill(std::uint32_t* counts, int y);
  const PixelGrid& grid_;
  ThreeRows<std::uint32_t> counts_;
  std::vector<std::uint32_t> own_, beside_;  // rows of pixels, with one more pixel at each end
};

// A pixel with more neighbours of its own colour than this belongs to an even surface.
inline constexpr std::uint32_t kMostOffSurface = 2;
// A pixel with this many such neighbours lies within an even surface.
inline constexpr std::uint32_t kAllAlike = 8;

// Finds the pixels that belong to an even surface in both pictures.
class CommonSurfaces {
 public:
  CommonSurfaces(AlikeNeighbours& one, AlikeNeighbours& other, const PixelGrid& grid);
  // Returns 1 or 0 for each pixel. Another pixel, 0, is before the first and after the last.
  const std::uint8_t* row(int y);
  // Returns values that are not 0 if the pixel or one of its neighbours belongs to such a surface. Valid until the next
  // call.
  const std::uint8_t* near(int y);

 private:
  AlikeNeighbours &one_, &other_;
  int width_, height_;
  ThreeRows<std::uint8_t> rows_;
  std::vector<std::uint8_t> near_;
};

// Whether pixels smooth an edge of one picture: such a pixel lies between a darker and a brighter neighbour. The
// darkest or the brightest neighbour belongs to an even surface in both pictures.
class SmoothedEdges {
 public:
  SmoothedEdges(const PixelGrid& grid, CommonSurfaces& surfaces);
  // Must be called before `smooths` for pixels of this row.
  void enter_row(int y);
  // Precondition: the pixel does not belong to an even surface of this picture.
  bool smooths(std::size_t x) const { return opaque_ ? smooths_by_rank(x) : smooths_by_colour(x); }

 private:
  void rank_row(double* ranks, int y, const std::uint8_t* surface);
  void find_extremes(const std::array<const double*, 3>& ranks);
  bool smooths_by_rank(std::size_t x) const;
  bool smooths_by_colour(std::size_t at) const;
  const PixelGrid& grid_;
  CommonSurfaces& surfaces_;
  int y_ = 0;
  std::array<const std::uint8_t*, 3> surface_{};  // of this row and the rows beside it
  ThreeRows<double> ranks_;                       // with one more pixel at each end
  std::array<bool, 3> opaque_rows_{};             // by the slot of `ranks_`
  bool opaque_ = false;                           // this row and the rows beside it
  const double* own_ranks_ = nullptr;
  // The extreme ranks of three pixels in a column, with one more at each end; then those of each pixel and its
  // neighbours.
  std::vector<double> highest_, lowest_;
  std::vector<double> highest_of_nine_, lowest_of_nine_;
};

}  // namespace casement
