// The durations and clocks of <chrono>, for public headers. The whole of <chrono> also has calendars and time zones,
// which take 5 % of the time in which a small spec compiles; libstdc++ has a header without these.
#pragma once

#if __has_include(<bits/chrono.h>)
#include <bits/chrono.h>
#else
#include <chrono>
#endif

namespace casement {

using Milliseconds = std::chrono::milliseconds;

}  // namespace casement
