// How long to wait for Chrome to start.
#pragma once

#include <chrono>

namespace casement {

// For Chrome to start and answer: a second or two on a quiet machine, ten times as long on a busy one.
inline constexpr std::chrono::seconds kStartTimeout{30};

}  // namespace casement
