// Whole files, read and written without an exception that is not ours.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "casement/base/unique_fd.h"

namespace casement {

// All that is in the file. Nothing where it cannot be read, a folder too, or has more than `at_most` bytes, as a device
// without end has; `errno` says why then. A pipe to which nobody writes is empty. Any thread.
std::optional<std::string> read_whole_file(const std::string& path, std::size_t at_most = std::size_t{512} << 20);

// The same, of a file that is too long its first `most` bytes.
std::optional<std::string> read_start_of_file(const std::string& path, std::size_t most);

// Writes all of it to the file and closes that.
std::error_code write_and_close(UniqueFd file, std::string_view bytes);

// Writes the whole file in place of what was in it. The error says what failed, a full disk too.
std::error_code write_whole_file(const std::string& path, std::string_view bytes);

}  // namespace casement
