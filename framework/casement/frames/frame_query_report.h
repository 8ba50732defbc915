// Puts the visits of an expansion in document order, with every frame that was not visited, and
// notes on the page what failed.
#pragma once

#include <vector>

#include "casement/frames/frame_query_state.h"

namespace casement {

// `not_noted`: frames whose failure is the caller's short deadline, not theirs. Moves from the
// visits.
FrameQueryResult report_expansion(PageSession& page, FrameQueryStates& visits, const std::vector<FrameId>& not_noted);

}  // namespace casement
