// Captures a page as a snapshot or as its whole tree: asks every visible frame for its reading, and assembles the
// readings.
#pragma once

#include "casement/browser/page/page_session.h"
#include "casement/dom/dom_snapshot.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// Throws Error if the main frame cannot be read before the deadline. Other unreadable frames are in the snapshot, each
// with its failure. A document that has not changed since its last readings need not be walked again
// (change_detector.h). Both functions take the engine lock; any thread.
Snapshot capture_snapshot(PageSession& page, const SnapshotOptions& options, Deadline deadline);

// Captures a snapshot for a failure, which may exceed the caller's deadline by kEvidenceTimeout. Throws Error if the
// page does not answer.
Snapshot capture_evidence(PageSession& page);

// Walks all documents and captures the whole tree, or the part below the element `root_ref`, to which `options.within`
// refers (find_within); "" means the whole tree. Throws the errors of capture_snapshot, and Error{Detached} if the
// element has left its document. DomSnapshot::valid does not walk unchanged documents.
DomSnapshot capture_dom(PageSession& page, const DomOptions& options, const std::string& root_ref, Deadline deadline);

}  // namespace casement
