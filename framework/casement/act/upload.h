// Giving files to a file input, or to the file chooser that an element opens when it is clicked (HTML §4.10.5.1.17).
#pragma once

#include <string>
#include <vector>

#include "casement/act/retry.h"

namespace casement {

// Throws what `retry_action` throws, and Error{Usage} for a file that cannot be read, before anything is sent to the
// page.
ActionResult upload(PageSession& page, const Target& target, const std::vector<std::string>& files, Deadline deadline);

}  // namespace casement
