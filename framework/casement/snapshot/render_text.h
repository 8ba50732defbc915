// Writes the tree in the dialect of docs/snapshot.md: valid YAML, one node a line. Names and texts are
// data: whatever they hold, they stay inside their quotes or their scalar, on their line.
#pragma once

#include <string>

#include "casement/snapshot/node.h"
#include "casement/snapshot/snapshot_options.h"
#include "casement/target/limits.h"

namespace casement {

struct RenderedText {
  std::string text;
  std::size_t nodes_cut = 0;  // by max_nodes, max_bytes or max_depth
};

// Sets Node::line of each node that got a place in the text, behind the lines of `head`. All text is
// valid UTF-8.
RenderedText render_text(Nodes& nodes, const SnapshotOptions& limits, std::string head = {});

}  // namespace casement
