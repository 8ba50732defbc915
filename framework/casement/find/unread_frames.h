// Visible frames that Casement could not search or read. A person may see in such a frame what a test expects to be
// gone, so an absence is not known while there is one.
#pragma once

#include <string>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/target/target.h"

namespace casement {

class Snapshot;
struct FrameQueryResult;

// A sentence for each frame that did not answer and may hold a match of the target. Frames that are optional in the
// page's settings, and frames in which a person sees nothing or Chrome's error page, are left out.
std::vector<std::string> unread_frames(PageSession& page, const Target& target, const FrameQueryResult& query);
// The same for the frames of a snapshot.
std::vector<std::string> unread_frames(PageSession& page, const Snapshot& snapshot);

// Whether the page's settings say that nobody waits for the frame.
bool is_optional_frame(PageSession& page, const std::string& url, const std::string& owner_name,
                       const std::string& attribute_name);

}  // namespace casement
