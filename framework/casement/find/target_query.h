// Converts a target into a question to documents (js/query.js).
#pragma once

#include <string>

#include "casement/base/json.h"
#include "casement/target/target.h"

namespace casement {

// Returns {step, inside: [step…], frames: [step…]}. `test_id_attribute` is the attribute that testid= compares.
// Precondition: the target is no ref.
Json query_of(const Target& target, const std::string& test_id_attribute);

// Whether the target contains a regular expression. The page's own engine runs the expression, without a time limit.
bool has_expression(const Target& target);

}  // namespace casement
