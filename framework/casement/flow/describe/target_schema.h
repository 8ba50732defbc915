// The notation of targets as a regular expression, for editors. `casement check` also finds errors which the expression
// accepts.
#pragma once

#include <string>

namespace casement {

// Uses only syntax common to JavaScript and Python. Accepts every target that the parser accepts, every text with a
// variable, and every text with a css= selector.
std::string target_schema_pattern();

}  // namespace casement
