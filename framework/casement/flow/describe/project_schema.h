// casement.yaml as JSON Schema, for editors: made of the table that its reader reads. Any thread.
#pragma once

#include <string>

namespace casement {

// JSON Schema, draft 2020-12, of casement.yaml. What only the reader can know (files, time zones,
// expressions) is let pass.
std::string project_schema();

}  // namespace casement
