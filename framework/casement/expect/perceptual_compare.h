// Finds the pixels of two pictures that a person would see as different: colours are compared in the YIQ space
// (Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC transmission color space in mobile
// applications", 2010), and pixels that only smooth an edge do not count (Vyšniauskas, "Anti-aliased pixel and
// intensity slope detector", 2009). Pure; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "casement/base/image.h"

namespace casement {

// The marks of a pixel that differs.
inline constexpr std::uint8_t kDiffersAlone = 1;  // its colour differs by more than is allowed
inline constexpr std::uint8_t kDiffersAsSurface =
    2;  // it and all its neighbours changed from one even colour to another

// Returns one mark for each pixel, 0 if the pixel looks the same. A colour step that nobody notices at one pixel is
// visible on an even surface, so surfaces are allowed only a tenth of `colour`. `colour` is the allowed distance of two
// colours, 0 to 1 as a share of the distance between black and white. Precondition: both pictures have the same size.
std::vector<std::uint8_t> mark_perceptual(const Image& expected, const Image& actual, double colour);

}  // namespace casement
