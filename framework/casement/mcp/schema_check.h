// Whether a value keeps to a JSON Schema (draft 2020-12), in words that whoever wrote the value can act on. The part of
// the standard that schemas of tools use: type, properties, required, additionalProperties, items, enum, const, bounds
// of numbers, texts and lists, pattern, anyOf, oneOf, allOf, not, if/then/else, and $ref within the schema. Other words
// allow everything. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "casement/base/json.h"

namespace casement::mcp {

// What is wrong, a sentence each, outermost first: "'milliseconds' is a text, where a number is expected"; none where
// nothing is. At most 10. A reference that leads nowhere or in a circle allows everything.
std::vector<std::string> schema_problems(const Json& value, const Json& schema);

}  // namespace casement::mcp
