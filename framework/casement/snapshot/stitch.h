// Joins the documents of a page into one tree: each below its iframe element in its parent's.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "casement/snapshot/captured_frame.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

struct StitchedPage {
  std::vector<CapturedFrame> readings;  // by ordinal; the nodes' views point into them
  std::deque<std::string> texts;        // and into these
  Nodes nodes;
  std::vector<SnapshotFrame> frames;  // by ordinal
  std::vector<FrameFailure> failures;
  std::vector<std::string> warnings;
};

// Frames nested deeper than `max_frame_depth` are cut (the main frame's children have depth 1).
// Throws Error{Usage} if there is no main frame or an ordinal comes twice.
StitchedPage stitch(std::vector<CapturedFrame> readings, int max_frame_depth);

}  // namespace casement
