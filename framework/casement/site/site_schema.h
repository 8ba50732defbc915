// The format of site.yaml as JSON Schema (draft 2020-12), for editors.
#pragma once

#include <string>

namespace casement::site {

// Made from the keys of the reader; ends with a line break.
std::string site_schema();

}  // namespace casement::site
