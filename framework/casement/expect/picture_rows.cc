#include "casement/expect/picture_rows.h"

#include <algorithm>

namespace casement {
namespace {

// Ranks hold the luma, then the place among the neighbours, then whether the pixel belongs to a common surface. All are
// whole numbers below 2^53, so doubles hold them exactly, and processors compare several doubles at once.
//
// Luma is a whole number here: the factors of `luma` times 10^8. Two opaque colours have the same luma only if they are
// the same: 29889531 r + 58662247 g + 11448223 b = 0 has no other solution between -255 and 255.
constexpr double kLumaStep = 64, kColumn = 16, kRow = 4;

double rank_of(const std::uint8_t* pixel, std::uint8_t is_surface) {
  return (pixel[0] * 29889531.0 + pixel[1] * 58662247.0 + pixel[2] * 11448223.0) * kLumaStep + is_surface;
}

bool is_of_surface(double rank) {
  return (static_cast<std::int64_t>(rank) & 1) != 0;
}

std::size_t length_of(int width) {
  return static_cast<std::size_t>(width);
}

}  // namespace

AlikeNeighbours::AlikeNeighbours(const PixelGrid& grid)
    : grid_(grid), counts_(length_of(grid.width())), own_(length_of(grid.width()) + 2), beside_(own_.size()) {}

const std::uint32_t* AlikeNeighbours::row(int y) {
  return counts_.row(y, [&](std::uint32_t* counts) { fill(counts, y); });
}

void AlikeNeighbours::fill(std::uint32_t* counts, int y) {
  const std::size_t length = length_of(grid_.width());
  std::memcpy(own_.data() + 1, grid_.at(0, y), 4 * length);
  own_.front() = ~own_[1], own_.back() = ~own_[length];
  const std::uint32_t* const own = own_.data() + 1;
  for (std::size_t x = 0; x < length; ++x) {
    counts[x] = std::uint32_t{own[x] == own_[x]} + std::uint32_t{own[x] == own[x + 1]};
  }
  for (const int row : {y - 1, y + 1}) {
    if (row < 0 || row >= grid_.height()) continue;
    std::memcpy(beside_.data() + 1, grid_.at(0, row), 4 * length);
    beside_.front() = ~own_[1], beside_.back() = ~own_[length];
    const std::uint32_t* const beside = beside_.data();
    for (std::size_t x = 0; x < length; ++x) {
      counts[x] += std::uint32_t{own[x] == beside[x]} + std::uint32_t{own[x] == beside[x + 1]} +
                   std::uint32_t{own[x] == beside[x + 2]};
    }
  }
  if (y == 0 || y == grid_.height() - 1) {
    for (std::size_t x = 0; x < length; ++x) ++counts[x];
  } else {
    ++counts[0];
    if (length > 1) ++counts[length - 1];
  }
}

CommonSurfaces::CommonSurfaces(AlikeNeighbours& one, AlikeNeighbours& other, const PixelGrid& grid)
    : one_(one),
      other_(other),
      width_(grid.width()),
      height_(grid.height()),
      rows_(length_of(width_) + 2),
      near_(length_of(width_)) {}

const std::uint8_t* CommonSurfaces::row(int y) {
  const std::uint8_t* const padded = rows_.row(y, [&](std::uint8_t* to) {
    const std::uint32_t *one = one_.row(y), *other = other_.row(y);
    for (std::size_t x = 0; x < length_of(width_); ++x) {
      to[x + 1] = one[x] > kMostOffSurface && other[x] > kMostOffSurface ? 1 : 0;
    }
  });
  return padded + 1;
}

const std::uint8_t* CommonSurfaces::near(int y) {
  const std::uint8_t *above = row(std::max(y - 1, 0)) - 1, *own = row(y) - 1,
                     *below = row(std::min(y + 1, height_ - 1)) - 1;
  std::uint8_t* const to = near_.data();
  for (std::size_t x = 0; x < near_.size(); ++x) {
    to[x] = static_cast<std::uint8_t>(above[x] | above[x + 1] | above[x + 2] | own[x] | own[x + 1] | own[x + 2] |
                                      below[x] | below[x + 1] | below[x + 2]);
  }
  return to;
}

SmoothedEdges::SmoothedEdges(const PixelGrid& grid, CommonSurfaces& surfaces)
    : grid_(grid),
      surfaces_(surfaces),
      ranks_(length_of(grid.width()) + 2),
      highest_(length_of(grid.width()) + 2),
      lowest_(highest_.size()),
      highest_of_nine_(length_of(grid.width())),
      lowest_of_nine_(highest_of_nine_.size()) {}

void SmoothedEdges::enter_row(int y) {
  y_ = y;
  opaque_ = true;
  const std::array<int, 3> rows{std::max(y - 1, 0), y, std::min(y + 1, grid_.height() - 1)};
  std::array<const double*, 3> ranks;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    surface_[i] = surfaces_.row(rows[i]);
    ranks[i] = ranks_.row(rows[i], [&](double* to) { rank_row(to, rows[i], surface_[i]); });
    opaque_ = opaque_ && opaque_rows_[static_cast<std::size_t>(rows[i]) % opaque_rows_.size()];
  }
  if (opaque_) find_extremes(ranks);
}

// The pixels at the ends are repeated outside of the picture, and so are its first and last row. This changes no
// result: a repeated pixel comes right before or after the pixel itself, and the pixel in the middle is never chosen.
void SmoothedEdges::rank_row(double* ranks, int y, const std::uint8_t* surface) {
  const std::size_t length = length_of(grid_.width());
  const std::uint8_t* const pixels = grid_.at(0, y);
  std::uint8_t opacity = 255;
  for (std::size_t x = 0; x < length; ++x) opacity &= pixels[4 * x + 3];
  opaque_rows_[static_cast<std::size_t>(y) % opaque_rows_.size()] = opacity == 255;
  for (std::size_t x = 0; x < length; ++x) ranks[x + 1] = rank_of(pixels + 4 * x, surface[x]);
  ranks[0] = ranks[1], ranks[length + 1] = ranks[length];
}

// If neighbours have the same luma, the first of them counts: by column, then by row.
void SmoothedEdges::find_extremes(const std::array<const double*, 3>& ranks) {
  const double *above = ranks[0], *own = ranks[1], *below = ranks[2];
  double *high = highest_.data(), *low = lowest_.data();
  for (std::size_t x = 0; x < highest_.size(); ++x) {
    high[x] = std::max(std::max(above[x] + 2 * kRow, own[x] + kRow), below[x]);
    low[x] = std::min(std::min(above[x], own[x] + kRow), below[x] + 2 * kRow);
  }
  double *highest = highest_of_nine_.data(), *lowest = lowest_of_nine_.data();
  for (std::size_t x = 0; x < highest_of_nine_.size(); ++x) {
    highest[x] = std::max(std::max(high[x] + 2 * kColumn, high[x + 1] + kColumn), high[x + 2]);
    lowest[x] = std::min(std::min(low[x], low[x + 1] + kColumn), low[x + 2] + 2 * kColumn);
  }
  own_ranks_ = own + 1;
}

bool SmoothedEdges::smooths_by_rank(std::size_t x) const {
  const double own = own_ranks_[x];
  if (highest_of_nine_[x] < own + kLumaStep || lowest_of_nine_[x] >= own) return false;
  return is_of_surface(highest_of_nine_[x]) || is_of_surface(lowest_of_nine_[x]);
}

bool SmoothedEdges::smooths_by_colour(std::size_t at) const {
  const int x = static_cast<int>(at);
  const Rgb own = grid_.colour(x, y_);
  const bool is_at_border = x == 0 || y_ == 0 || x == grid_.width() - 1 || y_ == grid_.height() - 1;
  std::uint32_t alike = is_at_border ? 1 : 0;
  struct {
    double by = 0;
    bool is_of_surface = false;
  } darkest, brightest;
  for (int column = std::max(x - 1, 0); column <= std::min(x + 1, grid_.width() - 1); ++column) {
    for (int row = std::max(y_ - 1, 0); row <= std::min(y_ + 1, grid_.height() - 1); ++row) {
      if (row == y_ && column == x) continue;
      const double step = luma(own - grid_.colour(column, row));
      const bool is_of_surface = surface_[static_cast<std::size_t>(row - y_ + 1)][column] != 0;
      if (step == 0) ++alike;
      if (step > darkest.by) darkest = {step, is_of_surface};
      if (step < brightest.by) brightest = {step, is_of_surface};
    }
  }
  if (alike > kMostOffSurface || darkest.by == 0 || brightest.by == 0) return false;
  return darkest.is_of_surface || brightest.is_of_surface;
}

}  // namespace casement
