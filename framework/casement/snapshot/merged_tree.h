// A snapshot as one list over all frames: every element in document order, each with the frame it is
// in, for programs that want no tree.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/snapshot.h"

namespace casement {

struct MergedNode {  // an element with the frame that it is in
  std::string role;
  std::string name;
  std::string ref;     // "" where it has none
  std::string states;  // as in the text's brackets, e.g. "checked level=2"
  std::string value;   // what a control holds, or the text directly inside
  int depth = 0;       // levels below the page, frame borders counted like any other
  int frame_index = 0;
  std::string frame_name;  // accessible name of the element that holds the frame, else its name
  std::string frame_path;  // "main > Payment > Card number"
};

// Elements down to `max_depth` levels, 0 for all.
std::vector<MergedNode> merged_tree(const Snapshot& snapshot, int max_depth = 0);
// Those of them that a person can use: controls, links, and whatever else reacts to a pointer.
std::vector<MergedNode> interactive_nodes(const Snapshot& snapshot);

}  // namespace casement
