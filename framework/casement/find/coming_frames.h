// Visible frames whose first document is still coming while a target is searched for. What they
// will hold may match as well: whoever asks for the one element waits for them, so that it does not
// depend on their speed whether a target is ambiguous.
#pragma once

#include <string>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/target/frame_identity.h"

namespace casement {

struct FrameResult;

struct ComingFrame : FrameIdentity {
  bool in_part = false;  // what had come of it was searched
};

// Adds the frame where it was still coming when it was asked, unless the page's settings say that
// it is not waited for.
void add_if_coming(PageSession& page, const FrameResult& answer, std::vector<ComingFrame>& coming);

// Waits until they have come, each as long as the frame's time lasts, counted from when it was
// attached: one that never answers costs that once. False where nothing has changed.
bool await_coming(PageSession& page, const std::vector<ComingFrame>& coming, Deadline deadline);

// A sentence for each that is still coming, which is a warning of the page's too. It is no failure of
// the frame: one that a busy machine makes slow comes in the end.
std::vector<std::string> tell_of_coming(PageSession& page, const std::vector<ComingFrame>& coming);

}  // namespace casement
