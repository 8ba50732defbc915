// Copies files from the machine of a browser that runs elsewhere. Blocks.
#pragma once

#include <cstddef>
#include <string>

#include "casement/base/deadline.h"

namespace casement {

class ContextSession;

// Copies the file `far_path` of `size` bytes from there to `path` here, replacing a file at `path`. An empty helper
// page chooses the file and reads it in pieces, so that any size works. The caller holds the engine lock. Throws
// Error{Environment} if the file does not exist or `path` cannot be written, and Error{Timeout}.
void copy_far_file(ContextSession& context, const std::string& far_path, std::size_t size, const std::string& path,
                   Deadline deadline);

}  // namespace casement
