// The text of a page for agents: a snapshot without details that agents do not need. A row of plain cells is one line.
// Omitted are row groups, headings that repeat the name of their container, placeholders hidden by a value, and
// `[cross-site]`, because a frame's address follows it. Pure; any thread.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "casement/snapshot/snapshot.h"

namespace casement {

class PageView {
 public:
  explicit PageView(Snapshot snapshot);
  PageView(const PageView&) = delete;  // nodes point into this object

  const Snapshot& snapshot() const { return snapshot_; }
  const std::string& text() const { return text_; }
  const Nodes& nodes() const { return nodes_; }  // Node::line refers to `text`
  // The node in this view for a snapshot's node: the same node, or the nearest one around it.
  NodeIndex node_of(NodeIndex of_snapshot) const { return places_.at(of_snapshot); }

 private:
  void put(NodeIndex at, NodeIndex parent, std::uint32_t depth);

  const Snapshot snapshot_;
  Nodes nodes_;
  std::vector<NodeIndex> places_;    // indexed by the snapshot's nodes
  std::deque<std::string> written_;  // storage for new texts in nodes
  std::string text_;
};

// The text of a node and its descendants, as if they were the whole page.
std::string part_text(const Nodes& nodes, NodeIndex root);

}  // namespace casement
