// Reads and writes whole files, and reports every failure in the result.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "casement/base/unique_fd.h"

namespace casement {

// Returns the contents of the file. Returns nothing, with `errno` set, if the file cannot be read, is a folder, or has
// more than `at_most` bytes, as an endless device has. A pipe without a writer counts as empty. Any thread.
std::optional<std::string> read_whole_file(const std::string& path, std::size_t at_most = std::size_t{512} << 20);

// The same, but returns the first `most` bytes of a longer file.
std::optional<std::string> read_start_of_file(const std::string& path, std::size_t most);

// Writes all bytes and closes the file.
std::error_code write_and_close(UniqueFd file, std::string_view bytes);

// Replaces the contents of the file. The error reports what failed, also a full disk.
std::error_code write_whole_file(const std::string& path, std::string_view bytes);

}  // namespace casement
