// Finds the runs of a history that are parts of another run. Pure.
#pragma once

#include <vector>

#include "casement/reports/history.h"

namespace casement::reports {

// Returns for each run whether it is a part of a joined run in the history, as `casement report merge` writes one
// beside its parts: its results must not count twice. A part started while the joined run ran, on one of its hosts and
// with its commit, and the joined run has all of its results and more.
std::vector<bool> find_parts(const History& history);

}  // namespace casement::reports
