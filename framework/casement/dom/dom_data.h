// What a DomSnapshot keeps. Of this room alone.
#pragma once

#include <deque>
#include <unordered_map>

#include "casement/dom/dom_snapshot.h"
#include "casement/snapshot/stitch.h"

namespace casement {

struct DomData {
  StitchedPage page;              // whose texts the nodes' views point into
  std::deque<std::string> texts;  // and into these
  std::vector<DomNode> nodes;
  std::unordered_map<std::uint64_t, NodeIndex> by_number, by_ref;  // by frame and number
  DomContext context;
  DomCounts counts;
  std::function<bool()> is_current;

  static std::uint64_t key(std::uint32_t frame, std::uint32_t number) {
    return (static_cast<std::uint64_t>(frame) << 32) | number;
  }
};

// Landmarks (ARIA 1.2 section 5.3.4).
bool is_landmark(const DomNode& node);

// Whether a snapshot has nothing of it either. What shows no area, or no colour, may still be used: native controls
// below styled ones.
bool is_left_out_of_snapshots(const DomNode& node);

}  // namespace casement
