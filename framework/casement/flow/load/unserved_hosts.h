// What a flow opens that nothing seems to serve, found without running it. Any thread.
#pragma once

#include <string>
#include <vector>

#include "casement/flow/model/flow.h"
#include "casement/flow/model/flow_remark.h"

namespace casement {

// Each host once, at the step that opens it first. Addresses that only a run knows, and those that a `route`
// answers, are let pass. `flow` was loaded without errors. A site whose site.yaml does not check
// has nothing to say.
std::vector<FlowRemark> unserved_hosts(const Flow& flow);

}  // namespace casement
