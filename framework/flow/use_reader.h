// Reads `use`, and what a role is made with: the options of a browser context. Used by the flow
// loader alone.
#pragma once

#include "casement/flow/yaml_source.h"
#include "casement/page/context_options.h"

namespace casement {

// Puts what the map says over `options`. Paths are relative to the source's file. Throws
// Error{Authoring}.
void read_use(const YamlSource& source, const YamlEntry& entry, ContextOptions& options);

}  // namespace casement
