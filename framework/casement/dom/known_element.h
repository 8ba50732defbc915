// The features by which an element is recognised after it was made anew. Hashes, so that the last reading of a document
// needs little memory.
#pragma once

#include <cstdint>
#include <vector>

#include "casement/snapshot/decode.h"

namespace casement {

struct KnownElement {
  std::uint32_t number = 0;  // given by the page: unique to the element, rising, never reused
  NodeIndex parent = kNoNode;
  NodeIndex end = 0;          // one past the last element inside
  std::uint64_t kind = 0;     // hash of tag, role and type
  std::uint64_t html_id = 0;  // distinguishes the element from similar elements; 0 without a stable id
  std::uint64_t test_id = 0;
  std::uint64_t key = 0;   // data-key, data-id, data-row-key, name
  std::uint64_t link = 0;  // address and name of a link
  std::uint64_t label = 0;
  std::uint64_t content = 0;  // all text, names and addresses in the element, and its kind; not its value or state
  std::uint64_t word = 0;     // its name and its own text
  bool counted_keys = false;  // a key ends in a digit, so it may be only the position in a list
  bool is_interactive = false;
  bool is_item = false;  // its role means one of many: a row, an item of a list
};

// Returns the elements of a reading of the whole tree, in document order.
std::vector<KnownElement> known_elements(const DocumentSnapshot& reading);

}  // namespace casement
