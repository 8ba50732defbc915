// Shows compared pictures in the HTML page. Pure.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Whether `attachment` belongs to a comparison: "NAME: expected", "NAME: actual", "NAME: difference", "NAME: heat".
bool is_compared(const results::Case& one, const results::Attachment& attachment);

// Returns the pictures of each comparison side by side. The page's script also shows them over each other with a
// slider, or by turns. Returns "" without comparisons.
std::string html_comparisons(const results::Case& one);

}  // namespace casement::reports
