// Completes a reading that contains only the parts of a document which may have changed (js/subtree_cache.js). Known
// lines come from the reading before, and the new lines replace the lines between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace casement {

struct WholeReading {
  std::uint64_t number = 0;         // assigned by the question
  bool is_of_parts = false;         // a part of it comes from the reading before
  std::size_t elements_walked = 0;  // number of elements that the page walked for it; only if is_of_parts
  std::string text;                 // encoded
};

// Whether the answer belongs to a question with `parts` (js/subtree_cache.js).
bool is_partial_reading(std::string_view told);

// `before`: the encoded reading that the question named; "" if it named none. Throws Error{Protocol} if the page's
// answer does not fit that reading.
WholeReading whole_reading(std::string_view told, std::string_view before);

}  // namespace casement
