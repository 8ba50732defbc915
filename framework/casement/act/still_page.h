// A page that stands still for its picture, in every frame: finite animations are finished, endless ones held at their
// beginning, the caret and chosen elements are invisible. Its end puts all back.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "casement/act/frame_boxes.h"
#include "casement/target/target.h"

namespace casement {

struct StillOptions {
  bool animations = true;  // are finished or held
  bool caret = true;       // is hidden
  bool whole = false;      // images outside of the viewport are awaited, too
  std::vector<Target> hide = {};
};

class StillPage {
 public:
  StillPage(PageSession& page, StillOptions options) : page_(page), options_(std::move(options)) {}
  // Puts the page back within a short time of its own. Documents that have gone, or do not answer, stay as they are.
  ~StillPage();
  StillPage(const StillPage&) = delete;
  StillPage& operator=(const StillPage&) = delete;

  // Settles every document, also those that have come since the last call. Returns what a picture still has to wait
  // for, such as "the font Inter"; empty for nothing. Throws Error{NotFound} if nothing matches one of `hide`,
  // Error{Timeout}.
  std::vector<std::string> settle(Deadline deadline);

 private:
  using Document = std::pair<FrameId, std::uint64_t>;  // by its frame and generation
  std::vector<Document> documents() const;
  PageSession& page_;
  StillOptions options_;
  std::map<Document, bool> settled_;  // whether it answered when it was last asked
};

// The boxes of all elements that match, in every frame, in the main frame's viewport; what their frames do not show is
// cut off. Throws Error{NotFound} if nothing matches; `purpose` is the option that names the target, for the message.
std::vector<Box> boxes_of_all(PageSession& page, const Target& target, std::string_view purpose, Deadline deadline);

}  // namespace casement
