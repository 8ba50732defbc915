// Decodes the reading of one document, as encoded by the bridge script: a header line, then one line per node in
// document order, with fields separated by tabs. Works in one pass, and unescapes in place.
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
  std::uint32_t first = 0, last = 0;  // inclusive
};

// One decoded document. Moving it leaves all views valid.
struct DocumentSnapshot {
  std::unique_ptr<const std::string> buffer;  // the views point into this text
  std::string_view url;
  std::string_view title;
  std::size_t elements_walked = 0;
  std::size_t elements_left = 0;    // skipped because of max_elements, or nested too deep to follow
  std::size_t elements_parked = 0;  // skipped because no one can scroll to them
  double milliseconds = 0;          // duration of the walk in the page
  Nodes nodes;                      // with local refs; frame ordinals are 0
  // Set only for a reading of the whole tree.
  std::optional<DocumentFacts> document = std::nullopt;
  std::vector<ElementFacts> facts = {};  // Node::facts is an index into these, counted from 1
  // Numbers of elements from earlier readings that are still in the document but not in this reading, in ascending
  // order.
  std::vector<NumberRange> unread_numbers = {};
};

// Whether an encoded reading mentions elements about which only the browser knows more
// (browser/page/internals_query.h). Looks only at the header line.
bool has_elements_to_query(std::string_view reading);

// Accepts any bytes; ill-formed UTF-8 becomes U+FFFD. Throws Error{Protocol} with the line, counted from 1, if `text`
// is not a reading.
DocumentSnapshot decode_reading(std::string text);

}  // namespace casement
