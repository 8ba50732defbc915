// Chrome's id of a frame. A frame has the same id for all its documents and processes.
#pragma once

#include <string>

namespace casement {

using FrameId = std::string;

}  // namespace casement
