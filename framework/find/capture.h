// Takes the snapshot of a page: asks every visible frame for its reading and assembles them.
#pragma once

#include "casement/browser/page_session.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// Throws Error when the main frame cannot be read before the deadline; frames that cannot are in the
// snapshot, each with its failure.
Snapshot capture_snapshot(PageSession& page, const SnapshotOptions& options, Deadline deadline);

}  // namespace casement
