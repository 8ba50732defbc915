// Pictures that were compared, as the page shows them. Pure.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Whether `attachment` is one of the three that a comparison leaves: "NAME: expected", "NAME:
// actual", "NAME: difference".
bool is_compared(const results::Case& one, const results::Attachment& attachment);

// Of each comparison its pictures beside each other, which the page's script also puts over each
// other with a slider. "" where nothing was compared.
std::string html_comparisons(const results::Case& one);

}  // namespace casement::reports
