// The JSON Schema of the tree's JSON, both forms.
#pragma once

#include <string>

namespace casement {

// Returns the schema (draft 2020-12), with a line end.
std::string dom_schema();

}  // namespace casement
