// The language of flows as JSON Schema, for editors and for other programs: made of the tables that
// the loader reads, so that it says what the loader does. Any thread.
#pragma once

#include <string>

namespace casement {

// JSON Schema, draft 2020-12, of one YAML document: a flow, or the settings before one. Scalars are
// what YAML 1.2's core schema makes of them. What only the loader can know (targets, variables,
// files, what excludes each other) is let pass.
std::string flow_schema();

}  // namespace casement
