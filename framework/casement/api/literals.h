// `using namespace casement;` also gives the literals of durations: 500ms, 10s.
#pragma once

#include "casement/base/duration.h"

namespace casement {

using namespace std::chrono_literals;

}  // namespace casement
