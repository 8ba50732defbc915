// Asks the bridge what it says of elements, and the browser what it says of the same, so that the
// two can be compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/api/page.h"

namespace casement::specs {

// What the browser's accessibility tree says of one element.
struct BrowserVerdict {
  int backend_id = 0;
  bool ignored = false;
  std::string role;  // in the words of a snapshot
  std::string name;
};

struct BridgeVerdict {
  std::string role;
  std::string name;
  std::string theirs;  // the browser's name, with white space as the bridge has it
  int ref = 0;
  bool shown = false;  // to people and to assistive technology, and not inside a native control
  std::string markup;
};

// The elements of the main frame's accessibility tree, in its order; its text nodes left out.
std::vector<BrowserVerdict> browser_verdicts(Page& page);

// The bridge's words on the same elements; none for what is no element. The page's snapshot has
// been taken, so that the bridge is there.
std::vector<std::optional<BridgeVerdict>> bridge_verdicts(Page& page, const std::vector<BrowserVerdict>& elements);

// The bridge's word on the element that an expression, evaluated in its world, gives.
BridgeVerdict bridge_verdict(Page& page, const std::string& expression);

}  // namespace casement::specs
