// Joins the documents of a page into one tree, each document below its iframe element.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "casement/snapshot/captured_frame.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

struct StitchedPage {
  std::vector<CapturedFrame> readings;  // by ordinal; the nodes' views point into these
  std::deque<std::string> texts;        // further targets of the nodes' views
  Nodes nodes;
  std::vector<SnapshotFrame> frames;  // by ordinal
  std::vector<FrameFailure> failures;
  std::vector<std::string> warnings;
};

// Cuts frames nested deeper than `max_frame_depth` (children of the main frame have depth 1). Throws Error{Usage} if
// there is no main frame or an ordinal occurs twice.
StitchedPage stitch(std::vector<CapturedFrame> readings, int max_frame_depth);

}  // namespace casement
