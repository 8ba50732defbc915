// Files and folders of the test that a page gets, by upload or by drop.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/page/page_session.h"

namespace casement {

bool is_folder(const std::string& path);

// Returns the absolute paths of the files on the machine on which the browser runs. `verb` names the action for
// messages, such as "upload". Throws Error{Usage} for a path that is neither a file nor a folder with files in it, or
// cannot be read; Error{Environment} for a folder if the browser runs on another machine.
Json given_files(PageSession& page, const std::vector<std::string>& files, std::string_view verb, Deadline deadline);

}  // namespace casement
