// Visible frames whose first document is still loading during a search. Such frames may contain a match, too. A search
// for exactly one element waits for them, so that the speed of a frame does not decide whether a target is ambiguous.
#pragma once

#include <string>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/target/frame_identity.h"

namespace casement {

struct FrameResult;

struct LoadingFrame : FrameIdentity {
  bool in_part = false;  // the part that had loaded was searched
};

// Adds the frame if it was still loading when it was asked, unless the page's settings make the frame optional.
void add_if_coming(PageSession& page, const FrameResult& answer, std::vector<LoadingFrame>& coming);

// Waits until the frames have loaded, but for each frame at most the frame timeout, counted from when the frame was
// attached. So a frame that never answers costs that time once. Returns false if the deadline has passed, or all frames
// are still loading.
bool await_coming(PageSession& page, const std::vector<LoadingFrame>& coming, Deadline deadline);

// Returns a sentence for each frame that is still loading, and adds a warning to the page. The frame does not count as
// failed, because a busy machine may only make it slow.
std::vector<std::string> tell_of_coming(PageSession& page, const std::vector<LoadingFrame>& coming);

}  // namespace casement
