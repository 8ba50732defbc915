// The rows of the step table that are calls of the page, by subject; each file holds the rows and
// the functions that read their arguments. The table alone asks for them.
#pragma once

#include <vector>

#include "casement/flow/step_table.h"

namespace casement {

std::vector<StepKind> navigation_steps();
std::vector<StepKind> pointer_steps();
std::vector<StepKind> text_steps();
std::vector<StepKind> control_steps();
std::vector<StepKind> expect_steps();

}  // namespace casement
