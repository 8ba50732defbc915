// Finds hosts that a flow opens although nothing seems to serve them, without running the flow. Any thread.
#pragma once

#include <string>
#include <vector>

#include "casement/flow/model/flow.h"
#include "casement/flow/model/flow_remark.h"

namespace casement {

// Reports each host once, at the first step that opens it. Ignores addresses known only during a run, and addresses
// answered by a `route`. `flow` must have been loaded without errors. Returns nothing if the site of the flow cannot be
// read.
std::vector<FlowRemark> unserved_hosts(const Flow& flow);

}  // namespace casement
