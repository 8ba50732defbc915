// The wall clock, for programs.
#pragma once

#include <chrono>
#include <string>

namespace casement {

// The time in UTC, to the millisecond (RFC 3339): "2026-11-25T14:45:31.250Z". Any thread.
std::string utc_time(std::chrono::system_clock::time_point time);

// Milliseconds since the epoch, to the microsecond: the same clock in all processes of the machine. Any thread.
double wall_milliseconds();

}  // namespace casement
