#include "casement/expect/perceptual_compare.h"

#include <algorithm>
#include <cstring>

namespace casement {
namespace {

struct Rgb {
  double red, green, blue;
};

Rgb operator-(const Rgb& one, const Rgb& other) {
  return {one.red - other.red, one.green - other.green, one.blue - other.blue};
}

double luma(const Rgb& colour) {
  return colour.red * 0.29889531 + colour.green * 0.58662247 + colour.blue * 0.11448223;
}

// The squared distance of two colours from their difference; all three parts weigh as in the paper.
double yiq_distance(const Rgb& apart) {
  const double y = luma(apart);
  const double i = apart.red * 0.59597799 - apart.green * 0.27417610 - apart.blue * 0.32180189;
  const double q = apart.red * 0.21147017 - apart.green * 0.52261711 + apart.blue * 0.31114694;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

// Of black and white, the largest there is.
constexpr double kFarthest = 35215;

// Of `colour`, how much of it an even surface is forgiven. With the default of 0.1, that is a hundredth of the way from
// black to white, the smallest step that people see between two surfaces side by side.
constexpr double kSurfaceShare = 0.1;

// A picture as whole pixels; what is transparent shows white paper.
class PixelGrid {
 public:
  explicit PixelGrid(const Image& image) : width_(image.width), height_(image.height), bytes_(image.rgba.data()) {}
  int width() const { return width_; }
  int height() const { return height_; }
  std::uint32_t whole(int x, int y) const {
    std::uint32_t pixel;
    std::memcpy(&pixel, at(x, y), sizeof pixel);
    return pixel;
  }
  Rgb colour(int x, int y) const {
    const std::uint8_t* const from = at(x, y);
    if (from[3] == 255) return {double(from[0]), double(from[1]), double(from[2])};
    const double opaque = from[3] / 255.0;
    const auto on_white = [&](std::uint8_t channel) { return 255 + (channel - 255) * opaque; };
    return {on_white(from[0]), on_white(from[1]), on_white(from[2])};
  }

 private:
  const std::uint8_t* at(int x, int y) const {
    return bytes_ + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x));
  }
  int width_, height_;
  const std::uint8_t* bytes_;
};

// Calls `visit(x, y)` for each neighbour in the picture until it returns false.
template <class Visit>
void each_neighbour(const PixelGrid& grid, int x, int y, const Visit& visit) {
  const int left = std::max(x - 1, 0), right = std::min(x + 1, grid.width() - 1);
  const int top = std::max(y - 1, 0), bottom = std::min(y + 1, grid.height() - 1);
  for (int column = left; column <= right; ++column) {
    for (int row = top; row <= bottom; ++row) {
      if (row == y && column == x) continue;
      if (!visit(column, row)) return;
    }
  }
}

// What is outside of the picture counts as one neighbour of the same colour.
int border_of(const PixelGrid& grid, int x, int y) {
  return x == 0 || y == 0 || x == grid.width() - 1 || y == grid.height() - 1 ? 1 : 0;
}

// Whether more than two neighbours have the pixel's own colour: it belongs to an even surface.
bool is_in_surface(const PixelGrid& grid, int x, int y) {
  const std::uint32_t own = grid.whole(x, y);
  int alike = border_of(grid, x, y);
  each_neighbour(grid, x, y, [&](int column, int row) {
    if (grid.whole(column, row) == own) ++alike;
    return alike <= 2;
  });
  return alike > 2;
}

// Whether all eight neighbours have the pixel's own colour.
bool is_even_around(const PixelGrid& grid, int x, int y) {
  if (border_of(grid, x, y) != 0) return false;
  const std::uint32_t own = grid.whole(x, y);
  bool even = true;
  each_neighbour(grid, x, y, [&](int column, int row) { return even = grid.whole(column, row) == own; });
  return even;
}

// Whether the pixel smooths an edge of `grid`: it lies between a darker and a brighter neighbour, of which one belongs
// to an even surface in both pictures.
bool smooths_an_edge(const PixelGrid& grid, const PixelGrid& other, int x, int y) {
  const Rgb own = grid.colour(x, y);
  int alike = border_of(grid, x, y);
  struct {
    double by = 0;
    int x = 0, y = 0;
  } darkest, brightest;
  each_neighbour(grid, x, y, [&](int column, int row) {
    const double step = luma(own - grid.colour(column, row));
    if (step == 0) return ++alike <= 2;
    if (step < darkest.by) darkest = {step, column, row};
    if (step > brightest.by) brightest = {step, column, row};
    return true;
  });
  if (alike > 2 || darkest.by == 0 || brightest.by == 0) return false;
  const auto is_even = [&](int column, int row) {
    return is_in_surface(grid, column, row) && is_in_surface(other, column, row);
  };
  return is_even(darkest.x, darkest.y) || is_even(brightest.x, brightest.y);
}

}  // namespace

std::vector<std::uint8_t> mark_perceptual(const Image& expected, const Image& actual, double colour) {
  const PixelGrid one(expected), other(actual);
  const double allowed = kFarthest * colour * colour;
  const double allowed_of_surface = allowed * kSurfaceShare * kSurfaceShare;
  std::vector<std::uint8_t> marks(static_cast<std::size_t>(actual.width) * static_cast<std::size_t>(actual.height));
  std::uint8_t* mark = marks.data();
  for (int y = 0; y < actual.height; ++y) {
    for (int x = 0; x < actual.width; ++x, ++mark) {
      if (one.whole(x, y) == other.whole(x, y)) continue;
      const double apart = yiq_distance(one.colour(x, y) - other.colour(x, y));
      if (apart > allowed) {
        if (!smooths_an_edge(one, other, x, y) && !smooths_an_edge(other, one, x, y)) *mark = kDiffersAlone;
      } else if (apart > allowed_of_surface && is_even_around(one, x, y) && is_even_around(other, x, y)) {
        *mark = kDiffersAsSurface;
      }
    }
  }
  return marks;
}

}  // namespace casement
