#include "casement/expect/perceptual_compare.h"

#include <cstring>

#include "casement/expect/picture_rows.h"

namespace casement {
namespace {

// Returns the squared distance of two colours from their difference, with the weights of the paper for all three parts.
double yiq_distance(const Rgb& apart) {
  const double y = luma(apart);
  const double i = apart.red * 0.59597799 - apart.green * 0.27417610 - apart.blue * 0.32180189;
  const double q = apart.red * 0.21147017 - apart.green * 0.52261711 + apart.blue * 0.31114694;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

// The squared distance of black and white, the largest possible.
constexpr double kFarthest = 35215;

// The share of `colour` that is allowed on an even surface. With the default of 0.1, that is a hundredth of the way
// from black to white, the smallest step that people see between two surfaces side by side.
constexpr double kSurfaceShare = 0.1;

class PerceptualComparison {
 public:
  PerceptualComparison(const Image& expected, const Image& actual, double colour)
      : one_(expected),
        other_(actual),
        allowed_(kFarthest * colour * colour),
        allowed_of_surface_(allowed_ * kSurfaceShare * kSurfaceShare),
        distances_(static_cast<std::size_t>(actual.width)) {}
  void mark_row(std::uint8_t* marks, int y);

 private:
  void measure_row(int y);
  void mark_far(std::uint8_t* marks, int y);

  PixelGrid one_, other_;
  double allowed_, allowed_of_surface_;
  std::vector<double> distances_;  // of the pixels of this row
  AlikeNeighbours one_alike_{one_}, other_alike_{other_};
  CommonSurfaces surfaces_{one_alike_, other_alike_, one_};
  SmoothedEdges one_edges_{one_, surfaces_}, other_edges_{other_, surfaces_};
};

void PerceptualComparison::measure_row(int y) {
  const std::size_t length = distances_.size();
  const std::uint8_t *one = one_.at(0, y), *other = other_.at(0, y);
  std::uint8_t opacity = 255;
  for (std::size_t x = 0; x < length; ++x) opacity &= one[4 * x + 3] & other[4 * x + 3];
  if (opacity != 255) {
    for (int x = 0; x < one_.width(); ++x) {
      distances_[static_cast<std::size_t>(x)] = yiq_distance(one_.colour(x, y) - other_.colour(x, y));
    }
    return;
  }
  double* const to = distances_.data();
  for (std::size_t x = 0; x < length; ++x) {
    const auto apart = [&](std::size_t channel) { return double(one[4 * x + channel] - other[4 * x + channel]); };
    to[x] = yiq_distance({apart(0), apart(1), apart(2)});
  }
}

// Neighbours matter only to pixels near a surface, which are few in most pictures that differ a lot.
void PerceptualComparison::mark_far(std::uint8_t* marks, int y) {
  const std::uint8_t* const near = surfaces_.near(y);
  const std::uint32_t *one_alike = one_alike_.row(y), *other_alike = other_alike_.row(y);
  bool one_entered = false, other_entered = false;
  const auto smooths = [&](SmoothedEdges& edges, bool& entered, std::size_t x) {
    if (!entered) edges.enter_row(y);
    entered = true;
    return edges.smooths(x);
  };
  for (std::size_t x = 0; x < distances_.size(); ++x) {
    if (distances_[x] <= allowed_) continue;
    const bool smoothed =
        near[x] != 0 && ((one_alike[x] <= kMostOffSurface && smooths(one_edges_, one_entered, x)) ||
                         (other_alike[x] <= kMostOffSurface && smooths(other_edges_, other_entered, x)));
    if (!smoothed) marks[x] = kDiffersAlone;
  }
}

void PerceptualComparison::mark_row(std::uint8_t* marks, int y) {
  if (std::memcmp(one_.at(0, y), other_.at(0, y), 4 * distances_.size()) == 0) return;
  measure_row(y);
  bool is_far = false, is_apart = false;
  for (const double distance : distances_) is_far |= distance > allowed_, is_apart |= distance > allowed_of_surface_;
  if (is_far) mark_far(marks, y);
  if (!is_apart) return;
  const std::uint32_t *one_alike = one_alike_.row(y), *other_alike = other_alike_.row(y);
  for (std::size_t x = 0; x < distances_.size(); ++x) {
    const bool is_step = distances_[x] > allowed_of_surface_ && distances_[x] <= allowed_;
    if (is_step && one_alike[x] == kAllAlike && other_alike[x] == kAllAlike) marks[x] = kDiffersAsSurface;
  }
}

}  // namespace

std::vector<std::uint8_t> mark_perceptual(const Image& expected, const Image& actual, double colour) {
  const std::size_t width = static_cast<std::size_t>(actual.width);
  std::vector<std::uint8_t> marks(width * static_cast<std::size_t>(actual.height));
  PerceptualComparison comparison(expected, actual, colour);
  for (int y = 0; y < actual.height; ++y) comparison.mark_row(&marks[width * static_cast<std::size_t>(y)], y);
  return marks;
}

}  // namespace casement
