// How long what starts Chrome waits for it.
#pragma once

#include <chrono>

namespace casement {

// For Chrome to start and answer: a second or two on a quiet machine, ten times that on one that does other work.
inline constexpr std::chrono::seconds kStartTimeout{30};

}  // namespace casement
