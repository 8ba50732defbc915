// Where a node stands, as numbers.
#pragma once

#include <string_view>

namespace casement {

struct NodeBox {  // in CSS px of the frame's viewport
  double x = 0, y = 0, width = 0, height = 0;
};

// The numbers of `Node::box`, "x,y,width,height", whose form the decoder has checked; nothing but 0 of an empty one.
// In every locale: a program may have made one of decimal commas its own.
NodeBox numbers_of_box(std::string_view box);

}  // namespace casement
