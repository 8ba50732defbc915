// Files that have to stay in one folder: no symbolic link below the folder is followed, so what is checked is what is
// opened. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace casement {

enum class Replace { No, Yes };

// Writes the whole file `name`, a relative path without "..", in `folder`. `Replace::No` fails with `file_exists` if
// there is anything of this name, a dangling link too. `Replace::Yes` puts a new file in the place of the old one, so
// that a hard link to the old one keeps its contents. `mode` is reduced by umask. Throws nothing: the error says what
// failed.
std::error_code write_file_in_folder(const std::string& folder, const std::string& name, std::string_view bytes,
                                     Replace replace, unsigned mode = 0666);

}  // namespace casement
