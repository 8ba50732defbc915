// Makes a snapshot of what was read in each frame.
#pragma once

#include <vector>

#include "casement/snapshot/captured_frame.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// Stitches the documents: each below its iframe element in its parent's. `readings` may come in
// any order. `statistics` holds what the capture measured. Values that look like card numbers are
// masked unless options.reveal_values. Throws Error{Usage} if there is no main frame, an ordinal
// comes twice or a secret pattern does not parse.
Snapshot assemble_snapshot(std::vector<CapturedFrame> readings, const SnapshotOptions& options,
                           SnapshotStatistics statistics);

// The page reads as it did when `before` was taken: the same tree, and what it cost to find that out.
Snapshot same_snapshot(const Snapshot& before, const std::vector<CapturedFrame>& readings,
                       SnapshotStatistics statistics);

}  // namespace casement
