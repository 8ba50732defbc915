// Derives the id of a case from its names alone, so that links to the case and its files stay valid when other cases
// come and go.
#pragma once

#include <string>
#include <string_view>

#include "casement/results/model.h"

namespace casement::reports {

// Returns `text` as part of a file name for any system, at most 60 characters: lower-case ASCII letters, digits and
// single dashes; `fallback` if nothing is left.
std::string slug(std::string_view text, std::string_view fallback);

// Returns an id such as "checkout-3-d-secure-passed-1a2b3c4d"; the number at the end distinguishes cases with equal
// slugs.
std::string case_id(const results::Case& one);

}  // namespace casement::reports
