// Finds secrets that are too short to be masked everywhere. Any thread.
#pragma once

#include <cstddef>
#include <vector>

#include "casement/flow/model/flow.h"
#include "casement/flow/model/flow_remark.h"

namespace casement {

// Characters. Shorter secrets are masked in the reports of their own case only, because masking them everywhere would
// leave little of the reports of other cases.
inline constexpr std::size_t kShortestShared = 4;

// Returns a remark for each name under `secrets` of the flow, and of its casement.yaml, whose value is shorter in some
// case.
std::vector<FlowRemark> short_secrets(const Flow& flow);

}  // namespace casement
