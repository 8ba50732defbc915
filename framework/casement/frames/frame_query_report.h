// Puts the answers of a frame query in document order, adds the frames that were not asked, and notes failures on the
// page.
#pragma once

#include <vector>

#include "casement/frames/frame_query_state.h"

namespace casement {

// `not_noted`: frames that failed only because of the caller's short deadline. Moves from the visits.
FrameQueryResult report_expansion(PageSession& page, FrameQueryStates& visits, const std::vector<FrameId>& not_noted);

}  // namespace casement
