// The frames of a page as a list, for those who name a frame instead of an element: which there are,
// which can be read and why not, what is in one, and which one targets are searched in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/target/frame_identity.h"

namespace casement {

class PageSession;
struct FrameSettings;

// One frame of a page, with the attributes of the iframe element.
struct FrameInfo : FrameIdentity {
  std::string owner_label;  // aria-label
  std::string owner_title;  // title
  std::string owner_id;     // id
  bool visible = true;      // people see the iframe element
  bool accessible = true;
  std::string why_not;           // "timed_out: no answer within 2 s"; "" where it is accessible
  int interactive_elements = 0;  // that a person could use
};

struct FrameList {
  std::vector<FrameInfo> frames;  // document order, then those that nobody sees
  int total = 0;                  // all of the page, also where `frames` leaves some out
  int accessible = 0;
  int inaccessible = 0;
};

enum class InaccessibleFrames { Listed, LeftOut };

// Asks every visible frame at once; one that cannot be read costs its own deadline at most. Hidden
// frames are listed and not asked.
FrameList list_frames(PageSession& page, InaccessibleFrames inaccessible, Deadline deadline);

// The one frame that `selector` names: "main", an index, or, exact, a name, aria-label, title or
// accessible name, in this order of preference. Throws Error{NotFound} listing the frames,
// Error{Ambiguous} where several have the same name.
FrameInfo find_frame(const FrameList& list, std::string_view selector);

enum class FrameContentKind { Text, Html };

struct FrameContent {  // what a frame holds, as text or markup
  FrameInfo frame;
  std::string content;   // cut after `max_length` UTF-16 units
  long long length = 0;  // of the whole
  bool cut = false;
};

// Throws what `find_frame` throws, and Error{FrameGone} with the reason for an inaccessible frame.
FrameContent frame_content(PageSession& page, std::string_view selector, FrameContentKind kind, int max_length,
                           Deadline deadline);

// From now on targets are searched in this frame and those inside it; "main" takes that back.
// Refs are not concerned. Throws what `frame_content` throws.
FrameInfo switch_to_frame(PageSession& page, std::string_view selector, Deadline deadline);

// Waits until so many visible frames (the main frame not counted) have been read, or one with this
// name; woken by what happens, until `settings.wait` or the deadline. False where they have not
// come by then. Throws what `list_frames` throws for the main frame, but no Timeout.
bool await_frames(PageSession& page, const FrameSettings& settings, Deadline deadline);

}  // namespace casement
