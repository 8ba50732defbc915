// A name for a case that follows from what it is called, and from nothing else: links to it and its
// files keep their names when other cases come and go.
#pragma once

#include <string>
#include <string_view>

#include "casement/results/model.h"

namespace casement::reports {

// `text` as part of a file name on any system, 60 characters at most: lower-case ASCII letters,
// digits and single dashes; `fallback` where nothing of it is left.
std::string slug(std::string_view text, std::string_view fallback);

// "checkout-3-d-secure-passed-1a2b3c4d": the number at the end tells cases apart whose slugs are
// the same.
std::string case_id(const results::Case& one);

}  // namespace casement::reports
