// Compares two texts of pages that differ from the snapshots' own texts: render_text wrote these texts from nodes that
// were derived from a snapshot's.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/diff.h"

namespace casement {

struct PageLines {
  const Snapshot& snapshot;  // the origin of `nodes`
  const std::string& text;
  const Nodes& nodes;  // as rendered: Node::line is the line in the text
};

// Like `diff` of two snapshots, but with the nodes and paths of `nodes`.
std::vector<SnapshotChange> diff_lines(const PageLines& before, const PageLines& after);

}  // namespace casement
