// What changed between two texts of pages, where a reader gets another text than a snapshot's own: written by
// render_text of nodes that were made from a snapshot's.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/diff.h"

namespace casement {

struct PageLines {
  const Snapshot& snapshot;  // what they were made from
  const std::string& text;
  const Nodes& nodes;  // as rendered: Node::line says where in the text each stands
};

// As `diff` of two snapshots; nodes and paths are those of `nodes`.
std::vector<SnapshotChange> diff_lines(const PageLines& before, const PageLines& after);

}  // namespace casement
