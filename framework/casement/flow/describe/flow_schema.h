// The language of flows as JSON Schema, for editors and other programs. Made from the tables of the loader, so that
// schema and loader agree. Any thread.
#pragma once

#include <string>

namespace casement {

// JSON Schema, draft 2020-12, of one YAML document: a flow, or the settings before a flow. Scalars have the types of
// YAML 1.2's core schema. Accepts errors which only the loader can find (in targets, variables, files, keys that
// exclude each other).
std::string flow_schema();

}  // namespace casement
