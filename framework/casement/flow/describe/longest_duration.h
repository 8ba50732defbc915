// How long a case of a flow may take, for those who have to end it at some time. Any thread.
#pragma once

#include "casement/base/deadline.h"
#include "casement/flow/model/flow.h"

namespace casement {

// What the case takes at most, as far as can be known before it runs: the start of a browser, and each
// step its whole timeout, in every round of a block, in called flows, before and after, and in each
// of the flow's retries. An hour at most.
Milliseconds longest_duration(const Flow& flow, const FlowCase& flow_case);

}  // namespace casement
