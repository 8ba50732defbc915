// What the program calls itself.
#pragma once

namespace casement::runners {

inline constexpr const char* kVersionLine = "Casement 0.1.0";

}  // namespace casement::runners
