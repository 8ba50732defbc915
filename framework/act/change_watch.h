// Waits for news: something in a visible frame's document changed, or a frame came, went or
// navigated. Armed before a condition is checked, so that no news is lost between check and wait.
#pragma once

#include <map>
#include <utility>

#include "casement/page/page_target.h"

namespace casement {

class ChangeWatch {
 public:
  explicit ChangeWatch(PageTarget& page) : page_(page) {}
  ~ChangeWatch();

  // Asks every document that has the bridge to tell of its next change.
  void arm();
  // Returns at the first news since `arm`; false if the deadline came first.
  bool wait(Deadline deadline);

 private:
  PageTarget& page_;
  std::map<std::pair<FrameId, std::uint64_t>, cdp::Call> calls_;
  std::uint64_t revision_ = 0;
};

}  // namespace casement
