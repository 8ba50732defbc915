// Files as people and other programs leave them, read without an exception that is not ours.
#pragma once

#include <optional>
#include <string>

namespace casement {

// All that is in the file. Nothing where it cannot be read, a folder too; `errno` says why then. Any thread.
std::optional<std::string> read_whole_file(const std::string& path);

}  // namespace casement
