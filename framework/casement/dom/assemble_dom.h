// Makes the tree of what was read in each frame.
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
  // Only the element with this ref and what is in it; "" for all.
  std::string root_ref = {};
  double milliseconds = 0;
  std::chrono::system_clock::time_point taken = {};
  std::function<bool()> is_current = nullptr;  // for DomSnapshot::valid
  std::map<int, DocumentIds*> ids = {};        // of the documents in frames, by ordinal; none for one keeps its numbers
};

// Throws Error{Detached} where the root is not in the tree any more, and what assemble_snapshot throws.
DomSnapshot assemble_dom(std::vector<CapturedFrame> readings, const DomAssembly& assembly);

}  // namespace casement
