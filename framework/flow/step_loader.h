// Reads the list of steps of a flow: which step each is, its argument's shape, and the keys beside
// it. What the arguments say is read when the plan is made. Used by the flow loader alone.
#pragma once

#include <vector>

#include "casement/flow/flow.h"

namespace casement {

// Throws Error{Authoring}.
std::vector<FlowStep> load_steps(const YamlSource& source, const YamlEntry& entry);

}  // namespace casement
