// How Chrome names a frame; it keeps the name while the frame changes documents and processes.
#pragma once

#include <string>

namespace casement {

using FrameId = std::string;

}  // namespace casement
