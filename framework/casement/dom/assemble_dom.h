// Builds a page's tree from the readings of its frames.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "casement/dom/document_ids.h"
#include "casement/dom/dom_snapshot.h"
#include "casement/snapshot/captured_frame.h"

namespace casement {

struct DomAssembly {
  DomOptions options;
  // Only the element with this ref and its content; "" for the whole page.
  std::string root_ref = {};
  double milliseconds = 0;
  std::chrono::system_clock::time_point taken = {};
  std::function<bool()> is_current = nullptr;  // for DomSnapshot::valid
  std::map<int, DocumentIds*> ids = {};        // by frame ordinal; without ids, a document keeps its own numbers
};

// Throws Error{Detached} if the root is no longer in the tree, and the errors of `assemble_snapshot`.
DomSnapshot assemble_dom(std::vector<CapturedFrame> readings, const DomAssembly& assembly);

}  // namespace casement
