// Finds the shortest target that identifies an element in all frames of a page, for repeating an action in another run,
// where refs differ. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/snapshot/snapshot.h"

namespace casement {

// A target in the usual notation; "" if the snapshot has no such ref, or no target identifies its element.
std::string unique_target(const Snapshot& snapshot, std::string_view ref);

}  // namespace casement
