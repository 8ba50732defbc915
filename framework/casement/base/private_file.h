// Files that only the user who runs the program can read: credentials, and contents of pages.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace casement {

// Writes the whole file, readable and writable only by its owner (mode 0600), whatever the umask. An existing file is
// emptied, and gets the same mode. A link is followed. Throws nothing: the error reports what failed.
std::error_code write_private_file(const std::string& path, std::string_view bytes);

// Makes the folder and its missing parents, accessible only to their owner (mode 0700). Existing folders retain their
// mode.
std::error_code make_private_folders(const std::string& path);

}  // namespace casement
