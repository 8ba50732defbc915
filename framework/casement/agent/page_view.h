// A page as agents read it: the text of a snapshot without what an agent can do without. Rows of plain cells are a line
// each; left out are row groups, headings that only repeat what they stand in is called, placeholders that nobody sees
// behind a value, and `[cross-site]`, since a frame's address stands below it. Pure; any thread.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "casement/snapshot/snapshot.h"

namespace casement {

class PageView {
 public:
  explicit PageView(Snapshot snapshot);
  PageView(const PageView&) = delete;  // nodes point into it

  const Snapshot& snapshot() const { return snapshot_; }
  const std::string& text() const { return text_; }
  const Nodes& nodes() const { return nodes_; }  // Node::line is of `text`
  // The one of these nodes that a snapshot's node stands in, itself where it is one of them.
  NodeIndex node_of(NodeIndex of_snapshot) const { return places_.at(of_snapshot); }

 private:
  void put(NodeIndex at, NodeIndex parent, std::uint32_t depth);

  const Snapshot snapshot_;
  Nodes nodes_;
  std::vector<NodeIndex> places_;    // by the snapshot's nodes
  std::deque<std::string> written_;  // texts of ours that nodes have
  std::string text_;
};

// The text of a node and of what is in it, as if there were nothing else.
std::string part_text(const Nodes& nodes, NodeIndex root);

}  // namespace casement
