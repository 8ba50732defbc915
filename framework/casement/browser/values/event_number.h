// The number of an event in a page. All logs of a page share one sequence; see casement/browser/events/event_log.h.
#pragma once

#include <cstdint>

namespace casement {

// 0 precedes all events.
using EventNumber = std::uint64_t;

}  // namespace casement
