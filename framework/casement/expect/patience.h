// How often to look again at something that reports no change.
#pragma once

#include "casement/base/deadline.h"

namespace casement {

// Time between two looks at something that changes without an event: a script's answer, the clipboard. Short enough to
// seem immediate.
inline constexpr Milliseconds kPollPause{100};

}  // namespace casement
