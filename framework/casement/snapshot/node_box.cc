#include "casement/snapshot/node_box.h"

#include <charconv>

namespace casement {

NodeBox numbers_of_box(std::string_view box) {
  NodeBox numbers;
  const char* at = box.data();
  const char* const end = at + box.size();
  for (double* const number : {&numbers.x, &numbers.y, &numbers.width, &numbers.height}) {
    at = std::from_chars(at, end, *number).ptr;
    if (at != end) ++at;
  }
  return numbers;
}

}  // namespace casement
