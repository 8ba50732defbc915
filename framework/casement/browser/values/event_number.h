// What happens in a page is numbered through, over all its logs; see casement/browser/events/event_log.h.
#pragma once

#include <cstdint>

namespace casement {

// 0 is before everything.
using EventNumber = std::uint64_t;

}  // namespace casement
