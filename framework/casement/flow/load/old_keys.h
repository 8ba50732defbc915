// Finds old names of keys in a flow's header. Any thread.
#pragma once

#include <vector>

#include "casement/flow/model/flow.h"
#include "casement/flow/model/flow_remark.h"

namespace casement {

// Returns a remark for each key that has a new name. The flow runs as with the new name.
std::vector<FlowRemark> old_keys(const Flow& flow);

}  // namespace casement
