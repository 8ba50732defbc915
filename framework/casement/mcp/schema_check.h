// Checks a value against a JSON Schema (draft 2020-12), with messages that the author of the value can act on. Supports
// the keywords that schemas of tools use: type, properties, required, additionalProperties, items, enum, const, bounds
// of numbers, texts and lists, pattern, anyOf, oneOf, allOf, not, if/then/else, and $ref within the schema. Other
// keywords allow everything. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "casement/base/json.h"

namespace casement::mcp {

// Returns the problems as sentences, outermost first: "'milliseconds' is a text, expected a number"; at most
// 10. A broken or circular reference allows everything.
std::vector<std::string> schema_problems(const Json& value, const Json& schema);

}  // namespace casement::mcp
