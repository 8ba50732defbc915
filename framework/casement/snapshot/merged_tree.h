// Flattens a snapshot into one list over all frames: every element in document order with its frame, for programs that
// do not need a tree.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/snapshot.h"

namespace casement {

struct MergedNode {  // an element with its frame
  std::string role;
  std::string name;
  std::string ref;     // "" if it has none
  std::string states;  // as in the text's brackets, e.g. "checked level=2"
  std::string value;   // the value of a control, or the text directly inside
  int depth = 0;       // levels below the page; a frame border counts as one level
  int frame_index = 0;
  std::string frame_name;  // accessible name of the frame's owner, or else the frame's name attribute
  std::string frame_path;  // "main > Payment > Card number"
};

// Returns the elements of the first `max_depth` levels, or all for 0. Throws Error{Usage} for a negative number.
std::vector<MergedNode> merged_tree(const Snapshot& snapshot, int max_depth = 0);
// The usable elements of that list: controls, links, and elements with a pointer cursor, if they have a ref.
std::vector<MergedNode> interactive_nodes(const Snapshot& snapshot);

}  // namespace casement
