// How often something is looked at again that reports no change.
#pragma once

#include "casement/base/deadline.h"

namespace casement {

// Between two looks at what changes without an event: a script's answer, the clipboard. Short enough to seem immediate.
inline constexpr Milliseconds kPollPause{100};

}  // namespace casement
