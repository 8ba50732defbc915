// Finds the elements of a page in which two pictures of the page differ. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace casement {

struct PictureElement {  // an element in pixels of the picture; right and bottom are exclusive
  std::string name;      // `button "Pay" [ref=f1_e3]`
  double left = 0, top = 0, right = 0, bottom = 0;
};

// Each marked pixel counts for the smallest element around it. Returns `12 pixels in button "Pay" [ref=f1_e3]` for the
// elements with the most pixels, at most `most_lines` of them, and one line for all others. Precondition: `marks` has
// whole rows.
std::vector<std::string> name_difference_places(const std::vector<std::uint8_t>& marks, int width,
                                                std::vector<PictureElement> elements, std::size_t most_lines = 4);

}  // namespace casement
