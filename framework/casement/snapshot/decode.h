// Decodes what the bridge's walk returns for one document: a header line, then one line a node in
// document order, fields separated by tabs. One pass; escapes are undone in place.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/snapshot/element_facts.h"
#include "casement/snapshot/node.h"

namespace casement {

struct NumberRange {
  std::uint32_t first = 0, last = 0;  // the last one is in it
};

// One document as its frame's walk saw it. Moving it keeps all views valid.
struct DocumentSnapshot {
  std::unique_ptr<const std::string> buffer;  // what the views point into
  std::string_view url;
  std::string_view title;
  std::size_t elements_walked = 0;
  std::size_t elements_left = 0;    // by max_nodes, or nested too deep to be followed
  std::size_t elements_parked = 0;  // left out because nobody can scroll to them
  double milliseconds = 0;          // that the walk took in the page
  Nodes nodes;                      // refs are local, frame ordinals 0
  // Where the whole tree was asked for.
  std::optional<DocumentFacts> document = std::nullopt;
  std::vector<ElementFacts> facts = {};  // Node::facts counts from 1
  // Numbers of elements that were read once and are in the document still, but not in this reading; rising.
  std::vector<NumberRange> unread_numbers = {};
};

// Whether an encoded reading has met elements about which only the browser itself knows more
// (browser/page/internals_query.h); found without decoding it.
bool has_elements_to_query(std::string_view reading);

// Takes any bytes; ill-formed UTF-8 becomes U+FFFD. Throws Error{Protocol} that names the line,
// counted from 1, if `text` is not a reading.
DocumentSnapshot decode_reading(std::string text);

}  // namespace casement
