// A reading of a document of which the page has read only the parts that may be other ones now (js/kept_parts.js), and
// what it is as a whole: the lines that are known, and between them those that are new.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace casement {

struct WholeReading {
  std::uint64_t number = 0;         // that the question gave it
  bool is_of_parts = false;         // what is in it is known in part from the reading before
  std::size_t elements_walked = 0;  // of those in it; only where it is of parts
  std::string text;                 // encoded
};

// Whether it is the answer to a question that named the reading before.
bool is_partial_reading(std::string_view told);

// `before`: the encoded reading that the question named. Throws Error{Protocol} where the page has told lines that
// cannot stand in it.
WholeReading whole_reading(std::string_view told, std::string_view before);

}  // namespace casement
