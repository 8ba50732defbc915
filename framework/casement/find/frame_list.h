// Lists the frames of a page for callers that name a frame instead of an element: which frames exist, which can be read
// and why not, what a frame contains, and which frame targets are searched in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/base/duration.h"
#include "casement/target/frame_identity.h"

namespace casement {

class Deadline;
class PageSession;
struct FrameSettings;

// A frame of a page, with the attributes of the iframe element.
struct FrameInfo : FrameIdentity {
  std::string owner_label;  // aria-label
  std::string owner_title;  // title
  std::string owner_id;     // id
  bool visible = true;      // people see the iframe element
  bool accessible = true;
  std::string why_not;           // "timed_out: no answer within 2 s"; "" if accessible
  int interactive_elements = 0;  // that a person could use
};

struct FrameList {
  std::vector<FrameInfo> frames;  // document order, then hidden frames
  int total = 0;                  // all frames of the page, also if `frames` omits some
  int accessible = 0;
  int inaccessible = 0;
};

enum class InaccessibleFrames { Listed, LeftOut };

// First waits for the frames that the page's settings name (`await_frames`). Then asks all visible frames at the same
// time; a frame that cannot be read costs its own timeout at most. Lists hidden frames without asking them.
FrameList list_frames(PageSession& page, InaccessibleFrames inaccessible, Deadline deadline);

// Returns the one frame that `selector` names: "main", an index or, exactly, a name, aria-label, title, accessible name
// or id, in this order of preference. Throws Error{NotFound} listing the frames, Error{Ambiguous} if several frames
// have the same name.
FrameInfo find_frame(const FrameList& list, std::string_view selector);

enum class FrameContentKind { Text, Html };

struct FrameContent {  // the content of a frame, as text or markup
  FrameInfo frame;
  std::string content;   // cut after `max_length` UTF-16 units
  long long length = 0;  // of the whole content
  bool cut = false;
};

// Throws the errors of `find_frame`, Error{FrameGone} with the reason if the frame is inaccessible, and Error{Usage}
// for a negative `max_length`.
FrameContent frame_content(PageSession& page, std::string_view selector, FrameContentKind kind, int max_length,
                           Deadline deadline);

// Searches targets in this frame and the frames inside it from now on; "main" ends that. Does not affect refs. Throws
// the errors of `find_frame`, and Error{FrameGone} with the reason if the frame is inaccessible.
FrameInfo switch_to_frame(PageSession& page, std::string_view selector, Deadline deadline);

// Waits until `settings.wait_for_count` visible frames, not counting the main frame, have been read, and a frame named
// `settings.wait_for_name` if that is set. Looks again after each change, until `settings.wait` or the deadline.
// Returns false if the frames have not come by then. Throws the errors of `list_frames` for the main frame, but no
// Timeout.
bool await_frames(PageSession& page, const FrameSettings& settings, Deadline deadline);

}  // namespace casement
