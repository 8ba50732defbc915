// How often what nothing tells of is asked for.
#pragma once

#include "casement/base/deadline.h"

namespace casement {

// Between two questions to what changes without an event: a script's answer, the clipboard. A person takes this for at
// once.
inline constexpr Milliseconds kPollPause{100};

}  // namespace casement
