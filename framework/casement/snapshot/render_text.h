// Writes the tree in the dialect of docs/snapshot.md: valid YAML, at most one element per line. Names and texts of a
// page are always quoted or written as scalars, so none can leave its line.
#pragma once

#include <string>

#include "casement/snapshot/node.h"
#include "casement/snapshot/snapshot_options.h"
#include "casement/target/limits.h"

namespace casement {

struct RenderedText {
  std::string text;
  std::size_t nodes_cut = 0;  // because of max_nodes, max_bytes or max_depth
};

// Writes the nodes after the lines of `head`, and sets Node::line of each node that was written. All text is valid
// UTF-8.
RenderedText render_text(Nodes& nodes, const SnapshotOptions& limits, std::string head = {});

}  // namespace casement
