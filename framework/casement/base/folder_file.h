// Writes files that must stay inside one folder. Symbolic links below the folder are never followed, so the path that
// is checked is the path that is opened. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace casement {

enum class Replace { No, Yes };

// Writes the whole file `name`, a relative path without "..", in `folder`. `Replace::No` fails with `file_exists` if
// anything has this name, also a dangling link. `Replace::Yes` puts a new file in the place of the old file, so a hard
// link to the old file still has the old contents. `mode` is reduced by umask. Throws nothing: the error reports what
// failed.
std::error_code write_file_in_folder(const std::string& folder, const std::string& name, std::string_view bytes,
                                     Replace replace, unsigned mode = 0666);

}  // namespace casement
