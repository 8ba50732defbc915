// Deadlines that are meant to pass.
#pragma once

#include <algorithm>
#include <chrono>
#include <fstream>
#include <locale>
#include <string>
#include <thread>

namespace casement::specs {

#ifndef __has_feature  // Clang's, which the preset has
#define __has_feature(feature) 0
#endif

// How many times slower a program is under ThreadSanitizer, at least; the load tells nothing of it.
#if __has_feature(thread_sanitizer)
inline constexpr double kSanitizerSlowness = 4;
#else
inline constexpr double kSanitizerSlowness = 1;
#endif

// As long as `quiet` where the machine is; where it is busy, as many times longer as processes want each processor. For
// specs that look at what is said at a deadline: to find that out takes the machine its time.
inline std::chrono::milliseconds soon(std::chrono::milliseconds quiet) {
  std::ifstream in("/proc/loadavg");  // proc(5): averages of 1, 5 and 15 minutes, then running/all
  in.imbue(std::locale::classic());   // where a point is no thousands separator
  double load = 0, of_five_minutes = 0, of_fifteen = 0, running = 0;
  in >> load >> of_five_minutes >> of_fifteen >> running;
  const double processors = std::max(1U, std::thread::hardware_concurrency());
  return std::chrono::milliseconds(static_cast<long>(static_cast<double>(quiet.count()) * kSanitizerSlowness *
                                                     std::max(1.0, std::max(load, running) / processors)));
}

}  // namespace casement::specs
