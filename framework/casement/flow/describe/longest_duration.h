// An upper bound for the time of a case, for callers that end a case which takes too long. Any thread.
#pragma once

#include "casement/base/deadline.h"
#include "casement/flow/model/flow.h"

namespace casement {

// The longest time of the case, as far as known before a run: the start of a browser, and the whole timeout of each
// step, in every round of a block, in called flows, before and after, and in each retry of the flow. At most an hour.
Milliseconds longest_duration(const Flow& flow, const FlowCase& flow_case);

}  // namespace casement
