// The shortest way to say which element is meant that still means it alone, in all frames of a page: for what is done
// now by a ref and is to be done again in another run, where refs are others. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "casement/snapshot/snapshot.h"

namespace casement {

// In the notation of targets; "" where the snapshot has no such ref, or nothing describes its element.
std::string unique_target(const Snapshot& snapshot, std::string_view ref);

}  // namespace casement
