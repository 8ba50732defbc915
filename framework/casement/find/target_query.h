// A target as documents are asked for it (js/query.js).
#pragma once

#include <string>

#include "casement/base/json.h"
#include "casement/target/target.h"

namespace casement {

// {step, inside: [step…], frames: [step…]}. `test_id_attribute`: what testid= compares. Precondition: the target is no
// ref.
Json query_of(const Target& target, const std::string& test_id_attribute);

// Whether a regular expression is in it. The page's own engine searches for one, and sets itself no limit.
bool has_expression(const Target& target);

}  // namespace casement
