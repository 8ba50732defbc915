// Decides which frames a target is searched in, by the frames that the target names and the frame that the test has
// switched to.
#pragma once

#include <cstddef>
#include <map>

#include "casement/browser/page/page_session.h"
#include "casement/frames/frame_query.h"

namespace casement {

using FramesByOrdinal = std::map<int, const FrameResult*>;

// The result points into `query`.
FramesByOrdinal by_ordinals(const FrameQueryResult& query);

// Whether a frame is inside of the frames that the target names, innermost step first. A step may match the frame's own
// owner or an owner further out, in order.
bool is_in_frames(const FrameResult& frame, std::size_t steps, const FramesByOrdinal& by_ordinal);

// Throws Error{NotFound} if the frame that the test has switched to has been removed.
void require_chosen_frame(PageSession& page);
// Whether the frame is the chosen one or inside of it. True for every frame if the test has chosen none.
bool is_in_chosen_frame(PageSession& page, const FrameId& frame);
// Whether the chosen frame is inside of this frame.
bool is_around_chosen_frame(PageSession& page, const FrameId& frame);

}  // namespace casement
