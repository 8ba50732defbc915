// casement.yaml as JSON Schema, for editors. Made from the table of its reader. Any thread.
#pragma once

#include <string>

namespace casement {

// JSON Schema, draft 2020-12, of casement.yaml. Accepts errors which only the reader can find (in files, time zones,
// regular expressions).
std::string project_schema();

}  // namespace casement
