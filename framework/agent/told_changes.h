// What changed in a page, in few words: where it is, is said once for all that changed there, and of an element that is
// another now, how it is now. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/diff.h"

namespace casement {

// A line each below the path of what they are in: `+` for one that is new, `-` for one that is gone, `~` for another.
// What is new in something new stands below it.
std::string told_changes(const std::vector<SnapshotChange>& changes);

}  // namespace casement
