// Describes the time limit of an operation, for the error after the limit has passed.
#pragma once

#include <string>

#include "casement/base/deadline.h"

namespace casement {

// "within 5 s" for an operation that began at `began` and had until the deadline. "in time" for a deadline that never
// expires or had expired before.
std::string describe_limit(Deadline deadline, Deadline::Clock::time_point began);

}  // namespace casement
