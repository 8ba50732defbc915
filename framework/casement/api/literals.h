// `using namespace casement;` also gives the literals of durations: 500ms, 10s.
#pragma once

#include <chrono>

namespace casement {

using namespace std::chrono_literals;

}  // namespace casement
