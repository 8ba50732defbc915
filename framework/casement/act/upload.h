// Gives files to a file input, or to the file chooser that an element opens when it is clicked (HTML §4.10.5.1.17).
#pragma once

#include <string>
#include <vector>

#include "casement/act/retry.h"

namespace casement {

// Throws the errors of `retry_action`. Before anything is sent to the page, throws the errors of `given_files`, and
// Error{Usage} for a folder with other files.
ActionResult upload(PageSession& page, const Target& target, const std::vector<std::string>& files, Deadline deadline);

}  // namespace casement
