// The data of a DomSnapshot. For this room's own sources.
#pragma once

#include <deque>
#include <unordered_map>

#include "casement/dom/dom_snapshot.h"
#include "casement/snapshot/stitch.h"

namespace casement {

struct DomData {
  StitchedPage page;              // the nodes' views point into its texts
  std::deque<std::string> texts;  // the nodes' views point into these texts too
  std::vector<DomNode> nodes;
  std::unordered_map<std::uint64_t, NodeIndex> by_number, by_ref;  // by frame and number
  DomContext context;
  DomCounts counts;
  std::function<bool()> is_current;

  static std::uint64_t key(std::uint32_t frame, std::uint32_t number) {
    return (static_cast<std::uint64_t>(frame) << 32) | number;
  }
};

// Whether the node is a landmark (ARIA 1.2 section 5.3.4).
bool is_landmark(const DomNode& node);

// Whether snapshots leave the node out too. An element without area or colour can still be used: for example a native
// control below a styled one.
bool is_left_out_of_snapshots(const DomNode& node);

}  // namespace casement
