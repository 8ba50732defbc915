// The language of site.yaml as JSON Schema (draft 2020-12), for editors.
#pragma once

#include <string>

namespace casement::site {

// Ends with a line break. Made of the keys that the reader knows.
std::string site_schema();

}  // namespace casement::site
