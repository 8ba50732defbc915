// Makes all frames of a page stand still for a picture: finishes finite animations, holds endless ones at their
// beginning, hides the caret and chosen elements. The destructor restores the page.
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
  bool animations = true;  // finish finite ones, hold endless ones
  bool caret = true;       // hide it
  bool whole = false;      // also wait for images outside of the viewport
  std::vector<Target> hide = {};
};

class StillPage {
 public:
  StillPage(PageSession& page, StillOptions options) : page_(page), options_(std::move(options)) {}
  // Restores the page within 2 s. Skips documents that have gone, and does not wait for documents that did not answer.
  ~StillPage();
  StillPage(const StillPage&) = delete;
  StillPage& operator=(const StillPage&) = delete;

  // Settles every document, also documents that have appeared since the last call. Returns what a picture still has to
  // wait for, such as "the font Inter"; empty if nothing. Throws Error{NotFound} if nothing matches a target in `hide`,
  // and Error{Timeout}.
  std::vector<std::string> settle(Deadline deadline);

 private:
  using Document = std::pair<FrameId, std::uint64_t>;  // a frame and its generation
  std::vector<Document> documents() const;
  PageSession& page_;
  StillOptions options_;
  std::map<Document, bool> settled_;  // whether the document answered when it was last asked
};

// Returns the boxes of all matching elements of all frames, in the main frame's viewport, without parts that their
// frames do not show. Throws Error{NotFound} if nothing matches; the message names `purpose`, the option with the
// target.
std::vector<Box> boxes_of_all(PageSession& page, const Target& target, std::string_view purpose, Deadline deadline);

}  // namespace casement
