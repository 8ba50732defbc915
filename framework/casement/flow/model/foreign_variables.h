#pragma once

#include <vector>

#include "casement/flow/model/flow.h"
#include "casement/flow/model/flow_remark.h"

namespace casement {

// The flow's variables where they are written as other tools write them: {{user}} or $user, which here is plain text.
std::vector<FlowRemark> foreign_variables(const Flow& flow);

}  // namespace casement
