// Makes a snapshot from the readings of all frames.
#pragma once

#include <vector>

#include "casement/snapshot/captured_frame.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// Joins the documents into one tree, each document below its iframe element. `readings` may come in any order.
// `statistics` contains the values that the capture measured. Values that look like card or social security numbers,
// and matches of options.secret_patterns, are masked unless options.reveal_values is set. Throws Error{Usage} if there
// is no main frame, an ordinal occurs twice or a secret pattern has a syntax error, and Error{Authoring} if a secret
// pattern takes too long.
Snapshot assemble_snapshot(std::vector<CapturedFrame> readings, const SnapshotOptions& options,
                           SnapshotStatistics statistics);

// A copy of `before` with new statistics, for a page that has not changed since.
Snapshot same_snapshot(const Snapshot& before, const std::vector<CapturedFrame>& readings,
                       SnapshotStatistics statistics);

}  // namespace casement
