// Matches the new elements of a document to the removed elements that they replace after a page renders anew.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "casement/dom/known_element.h"

namespace casement {

struct RenewedElement {
  NodeIndex before, now;  // indices in the two readings
};

// Compares two readings of one document, elements in document order. Elements with the same number are the same.
// `is_gone`: whether an element of `before` has left its document. `is_new`: whether an element of `now` appears for
// the first time. Only such elements are matched, each at most once.
//
// An element with a key (an HTML id, a test id, a key, an address) is matched by the key, wherever it is. An element
// without a key is matched only if its parent is matched: by its content or name, if no sibling has the same; by its
// position, if nothing around it has changed; if it contains elements, by most of its unique words. If two elements can
// be meant, or if content and key disagree, no element is matched.
std::vector<RenewedElement> match_elements(const std::vector<KnownElement>& before,
                                           const std::vector<KnownElement>& now,
                                           const std::function<bool(std::uint32_t)>& is_gone,
                                           const std::function<bool(std::uint32_t)>& is_new);

}  // namespace casement
