// Files of the machine that a browser runs on, where that is another one. Blocks.
#pragma once

#include <cstddef>
#include <string>

#include "casement/base/deadline.h"

namespace casement {

class ContextSession;

// Copies `far_path` there, a file of `size` bytes, to `path` here, over what may be there, by way of an empty page that
// nobody sees: it chooses the file and reads it. In pieces, so that the size does not matter. The caller holds the
// engine lock. Throws Error{Environment} where there is no such file, or `path` cannot be written, and Error{Timeout}.
void copy_far_file(ContextSession& context, const std::string& far_path, std::size_t size, const std::string& path,
                   Deadline deadline);

}  // namespace casement
