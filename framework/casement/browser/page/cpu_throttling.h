// Slows pages down, so that the tests of Casement can simulate a slower machine.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace casement {

// A variable's value, if set.
using EnvironmentLookup = std::function<std::optional<std::string>(const char* variable)>;

// The factor by which Chrome slows down the main thread of each page and frame, from CASEMENT_CPU_THROTTLING; 1 if
// unset. Throws Error{Usage} unless the value is a number from 1 to 100.
double cpu_throttling(const EnvironmentLookup& environment);
double cpu_throttling_from_environment();  // of this process

}  // namespace casement
