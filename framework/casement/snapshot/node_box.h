// The position and size of a node as numbers.
#pragma once

#include <string_view>

namespace casement {

struct NodeBox {  // in CSS px of the frame's viewport
  double x = 0, y = 0, width = 0, height = 0;
};

// Parses `Node::box`, "x,y,width,height", whose format the decoder has checked. All numbers are 0 for an empty box.
// Independent of the locale, because a program may use a locale with decimal commas.
NodeBox numbers_of_box(std::string_view box);

}  // namespace casement
