// Files and folders of the test that a page gets: uploaded, or dropped on it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/page/page_session.h"

namespace casement {

bool is_folder(const std::string& path);

// Their absolute paths on the machine that the browser runs on. `verb` is what is done with them: "upload". Throws
// Error{Usage} for one that is no file and no folder with files in it, or cannot be read; Error{Environment} for a
// folder where the browser runs on another machine.
Json given_files(PageSession& page, const std::vector<std::string>& files, std::string_view verb, Deadline deadline);

}  // namespace casement
