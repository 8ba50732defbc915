// Time limits for collecting evidence after a failure.
#pragma once

#include <chrono>

namespace casement {

// For one more look at the page after a deadline has passed, to describe its content. This look never extends the wait
// itself.
inline constexpr std::chrono::seconds kEvidenceTimeout{3};

}  // namespace casement
