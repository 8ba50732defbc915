// How long what has failed already goes on looking.
#pragma once

#include <chrono>

namespace casement {

// For one look at the page when a deadline has passed, to say what stood there: its answer ends the error, not the
// wait.
inline constexpr std::chrono::seconds kEvidenceTimeout{3};

}  // namespace casement
