// Takes the snapshot of a page, or the whole of its tree: asks every visible frame for its reading and assembles them.
#pragma once

#include "casement/browser/page/page_session.h"
#include "casement/dom/dom_snapshot.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// Throws Error when the main frame cannot be read before the deadline; frames that cannot are in the
// snapshot, each with its failure. A document that is as it was read last is not walked again.
Snapshot capture_snapshot(PageSession& page, const SnapshotOptions& options, Deadline deadline);

// The whole tree, or the part below the element of `root_ref`, which `options.within` means (find_within); "" for all.
// Throws what capture_snapshot throws, and Error{Detached} where the element has left its document. DomSnapshot::valid
// walks no document that is as it was.
DomSnapshot capture_dom(PageSession& page, const DomOptions& options, const std::string& root_ref, Deadline deadline);

}  // namespace casement
