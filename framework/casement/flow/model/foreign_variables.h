#pragma once

#include <vector>

#include "casement/flow/model/flow.h"
#include "casement/flow/model/flow_remark.h"

namespace casement {

// Finds the flow's variables in notations of other tools, {{user}} or $user, which are plain text here.
std::vector<FlowRemark> foreign_variables(const Flow& flow);

}  // namespace casement
