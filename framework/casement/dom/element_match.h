// Which elements that are new in a document stand for which that went away: what a page means when it renders anew.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "casement/dom/known_element.h"

namespace casement {

struct RenewedElement {
  NodeIndex before, now;  // places in the two readings
};

// The two readings of one document, its elements in document order. Elements with the same number are the same.
// `is_gone`: an element of `before` that is no more in its document; `is_new`: one of `now` that has never been there
// until now. Only such are matched, each once.
//
// What has a key (an HTML id, a test id, a key, an address) is matched by it wherever it stands. What has none is
// matched only where what is around it is: by the same content or the same name, which nothing else beside it has; by
// its place where nothing around it has changed; and, holding others, by most of what only it said before and only the
// other says now. Where two could be meant, and where content and key disagree, neither is.
std::vector<RenewedElement> match_elements(const std::vector<KnownElement>& before,
                                           const std::vector<KnownElement>& now,
                                           const std::function<bool(std::uint32_t)>& is_gone,
                                           const std::function<bool(std::uint32_t)>& is_new);

}  // namespace casement
