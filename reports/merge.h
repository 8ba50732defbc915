// Joins the results of several runs, such as the shards of one. Pure.
#pragma once

#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

// Cases stand in the order that they have in the whole run, so that joined shards are what one run
// would have been. They ran side by side: the duration is that of the longest. Throws Error{Usage}
// where a case is in two of the runs, and for no run at all.
results::Run merge_runs(std::vector<results::Run> runs);

}  // namespace casement::reports
