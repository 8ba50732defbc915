// Files for nobody but the user who runs the program: what signs in, and what a page showed.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace casement {

// Writes the whole file, readable and writable by its owner alone (mode 0600) whatever umask says; one that is there is
// emptied first, and becomes its owner's alone. A link is followed. Throws nothing: the error says what failed.
std::error_code write_private_file(const std::string& path, std::string_view bytes);

// Makes the folder and those it is in, where they are missing, for their owner alone (mode 0700). Folders that are
// there keep their mode.
std::error_code make_private_folders(const std::string& path);

}  // namespace casement
