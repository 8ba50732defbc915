// Collects the frames of a page that could not be read, each failure once, since the page was made or the list was
// cleared. The caller holds the engine lock.
#pragma once

#include <string>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/snapshot/frame_failure.h"

namespace casement {

class FrameFailures : public PageExtension {
 public:
  explicit FrameFailures(PageSession&) {}
  static FrameFailures& of(PageSession& page) { return page.extension<FrameFailures>(); }

  const std::vector<FrameFailure>& all() const { return failures_; }
  void note(const FrameFailure& failure);
  // Marks the failures of this owner's frame as recovered if they were only a matter of time.
  void note_read(const std::string& owner_ref);
  void clear() { failures_.clear(); }

 private:
  std::vector<FrameFailure> failures_;
};

}  // namespace casement
