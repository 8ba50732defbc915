// Reports visible frames that Casement could not search or read. A person may see in such a frame what a test expects
// to be gone, so an absence is uncertain while there is such a frame.
#pragma once

#include <string>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/target/target.h"

namespace casement {

class Snapshot;
struct FrameQueryResult;

// Returns a sentence for each frame that did not answer and may contain a match of the target. Leaves out frames that
// are optional in the page's settings, and frames in which a person sees nothing or Chrome's error page.
std::vector<std::string> unread_frames(PageSession& page, const Target& target, const FrameQueryResult& query);
// Same for the frames of a snapshot.
std::vector<std::string> unread_frames(PageSession& page, const Snapshot& snapshot);

// Whether the page's settings make the frame optional, so that nothing waits for it.
bool is_optional_frame(PageSession& page, const std::string& url, const std::string& owner_name,
                       const std::string& attribute_name);

}  // namespace casement
