// For tests of tests: pages on a machine that is slower than this one.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace casement {

// A variable's value, where it is set.
using EnvironmentLookup = std::function<std::optional<std::string>(const char* variable)>;

// How many times slower Chrome is to run the main thread of each page and frame, by
// CASEMENT_CPU_THROTTLING; 1 where that is not set. Throws Error{Usage} for what is no number from 1 to 100.
double cpu_throttling(const EnvironmentLookup& environment);
double cpu_throttling_from_environment();  // of this process

}  // namespace casement
