// The notation of targets as a regular expression, for editors; what it lets pass, `casement check` still tells.
#pragma once

#include <string>

namespace casement {

// In what JavaScript and Python share. Lets pass every target that the parser takes, each text with a variable in it,
// and what stands behind a selector.
std::string target_schema_pattern();

}  // namespace casement
