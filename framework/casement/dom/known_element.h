// What an element of a document is recognised by after it was made anew: hashes, so that a document's last reading is
// remembered in little room.
#pragma once

#include <cstdint>
#include <vector>

#include "casement/snapshot/decode.h"

namespace casement {

struct KnownElement {
  std::uint32_t number = 0;  // that the page gave it: minted once, rising, for one element alone
  NodeIndex parent = kNoNode;
  NodeIndex end = 0;          // one past the last element in it
  std::uint64_t kind = 0;     // its tag, role and type
  std::uint64_t html_id = 0;  // what tells it from its like; 0 where it has none
  std::uint64_t test_id = 0;
  std::uint64_t key = 0;   // data-key, data-id, data-row-key, name
  std::uint64_t link = 0;  // a link's address and name
  std::uint64_t label = 0;
  std::uint64_t content = 0;  // all that is said in it, its kind with it; not what it holds or which state it is in
  std::uint64_t word = 0;     // what it says itself: its own text, or its name
  bool counted_keys = false;  // some key of its ends in a digit: it may be no more than a place in a list
  bool is_interactive = false;
  bool is_item = false;  // by its role one of many: a row, an item of a list
};

// Those of a reading in which the whole tree was asked for, in document order.
std::vector<KnownElement> known_elements(const DocumentSnapshot& reading);

}  // namespace casement
