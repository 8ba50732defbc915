// The name and the version of the program; the version is the CMake project's.
#pragma once

namespace casement::runners {

inline constexpr const char* kVersion = CASEMENT_VERSION;
inline constexpr const char* kVersionLine = "Casement " CASEMENT_VERSION;

}  // namespace casement::runners
