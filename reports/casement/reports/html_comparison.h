// Pictures that were compared, as the page shows them. Pure.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Whether `attachment` is one of those that a comparison leaves: "NAME: expected", "NAME: actual", "NAME: difference",
// "NAME: heat".
bool is_compared(const results::Case& one, const results::Attachment& attachment);

// Of each comparison its pictures beside each other, which the page's script also puts over each
// other with a slider, or by turns. "" where nothing was compared.
std::string html_comparisons(const results::Case& one);

}  // namespace casement::reports
