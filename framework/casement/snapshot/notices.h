// Finds what a page itself says of a problem.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/node.h"

namespace casement {

enum class Notices {
  Alerts,  // alerts alone, for a failure that is about something else
  All,     // also status messages, and fields marked as invalid (aria-invalid)
};

// Returns a line for each of the first notices: `the page shows alert "Name is missing"`.
std::vector<std::string> notices_in(const Nodes& nodes, Notices which);

}  // namespace casement
