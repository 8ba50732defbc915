// The frames of a page: `page.frames()`.
#pragma once

#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"
#include "casement/browser/values/frame_settings.h"
#include "casement/find/frame_list.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/snapshot/merged_tree.h"

namespace casement {

class PageFrames {
 public:
  // The frames of `page`.
  explicit PageFrames(const Page& page) : page_(page) {}

  // Every frame of the page, in document order; casement/find/frame_list.h explains selectors. Waits for late frames as
  // the settings say.
  std::vector<FrameInfo> all(Where where = Here::current()) const;
  // The same with the number of frames and of unreadable ones.
  FrameList list(InaccessibleFrames inaccessible = InaccessibleFrames::Listed, Where where = Here::current()) const;
  // The content of one frame, at most `max_length` UTF-16 units: its text as a user reads it, or its markup without the
  // values of secret inputs. Throws Error{NotFound} with the list of frames, Error{Ambiguous}, and Error{FrameGone}
  // with the reason if the frame cannot be read.
  FrameContent content(std::string_view selector, FrameContentKind kind = FrameContentKind::Text,
                       int max_length = 100'000, Where where = Here::current()) const;
  // The value of an expression in that frame's own world; see Page::evaluate. Throws as `content` too.
  JsonValue evaluate(std::string_view selector, std::string_view expression, const ActionOptions& options = {},
                     Where where = Here::current()) const;
  // From now on, targets are searched in this frame and the frames inside it, until "main" is chosen. Refs name their
  // frame themselves. Returns the frame, with its number of interactive elements. Throws as `content`; the frame that
  // was chosen before stays chosen then.
  FrameInfo switch_to(std::string_view selector, Where where = Here::current()) const;
  // The elements of all frames as one list in document order, each with its frame's index, name and path. `max_depth`:
  // levels, 0 for all. See casement/snapshot/merged_tree.h.
  std::vector<MergedNode> merged_tree(int max_depth = 0, Where where = Here::current()) const;
  // Waits until so many frames beside the main frame can be read. Throws Error{Assertion}.
  void wait_for(int count, const ActionOptions& options = {}, Where where = Here::current()) const;
  // How frames are read from now on: timeout, depth, and which late frames are waited for. Throws Error{Usage} for a
  // negative time or number.
  void configure(const FrameSettings& settings) const;
  // Frames that could not be read, each once, since the page was made or they were last cleared. A test that makes a
  // frame fail on purpose clears them.
  std::vector<FrameFailure> failures() const;
  void clear_failures() const;

 private:
  using Here = std::source_location;

  Page page_;
};

inline PageFrames Page::frames() const {
  return PageFrames(*this);
}

}  // namespace casement
