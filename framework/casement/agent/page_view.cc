#include "casement/agent/page_view.h"

#include <algorithm>

#include "casement/base/text.h"
#include "casement/snapshot/redundant_text.h"
#include "casement/snapshot/render_text.h"

namespace casement {
namespace {

// The node has a role and children, and no other property.
bool is_bare(const Node& node) {
  return node.states.empty() && node.url.empty() && node.placeholder.empty() && node.failed.empty() &&
         node.error.empty() && node.frame_mark == Node::FrameMark::None && !is_ref_written(node) &&
         !is_pointer_written(node);
}

// The text of a cell with no other content; null for other nodes.
const std::string_view* plain_cell(const Nodes& nodes, NodeIndex at) {
  static constexpr std::string_view nothing;
  const Node& cell = nodes[at];
  const bool is_cell =
      cell.role == "cell" || cell.role == "gridcell" || cell.role == "columnheader" || cell.role == "rowheader";
  if (!is_cell || !is_bare(cell)) return nullptr;
  if (cell.end == at + 1) return cell.name.empty() ? &nothing : &cell.name;
  if (cell.end != at + 2 || nodes[at + 1].kind != Node::Kind::Text) return nullptr;
  return cell.name.empty() || cell.name == nodes[at + 1].name ? &nodes[at + 1].name : nullptr;
}

// A heading that only repeats its container: `heading "Payment"` in `region "Payment"`.
bool is_heading_said_above(const Nodes& nodes, NodeIndex at) {
  const Node& node = nodes[at];
  if (node.role != "heading" || node.name.empty() || node.parent == kNoNode) return false;
  const bool has_its_text_alone = node.end == at + 1 || (node.end == at + 2 && nodes[at + 1].kind == Node::Kind::Text &&
                                                         nodes[at + 1].name == node.name);
  Node without_level = node;
  if (without_level.states.starts_with("level=") && without_level.states.find(' ') == std::string_view::npos) {
    without_level.states = {};
  }
  return has_its_text_alone && is_bare(without_level) && nodes[node.parent].name == node.name &&
         nodes[node.parent].frame == node.frame;
}

// "Blue kettle | 1 | €29.00"; "" if a cell has more than text.
std::string plain_row(const Nodes& nodes, NodeIndex at) {
  if (nodes[at].role != "row" || !is_bare(nodes[at])) return "";
  std::string cells;
  int count = 0;
  for (const NodeIndex child : children_of(nodes, at)) {
    const std::string_view* cell = plain_cell(nodes, child);
    if (cell == nullptr) return "";
    if (count++ > 0) cells += " | ";
    cells += *cell;
  }
  return count > 1 ? cells : "";
}

// The comment lines before the first node; tail_of has the lines about unread parts after the last node.
std::string head_of(const Snapshot& snapshot) {
  std::string head;
  for (const std::string_view line : split_lines(snapshot.text())) {
    if (!line.starts_with('#')) break;
    head.append(line).append("\n");
  }
  return head;
}

std::string tail_of(const Snapshot& snapshot) {
  std::string tail;
  for (const std::string& warning : snapshot.warnings()) {
    for (const std::string_view mark : {"not read: ", "left out: "}) {
      if (warning.starts_with(mark)) tail += "- /cut: " + warning.substr(mark.size()) + "\n";
    }
  }
  return tail;
}

}  // namespace

PageView::PageView(Snapshot snapshot) : snapshot_(std::move(snapshot)) {
  const Nodes& all = snapshot_.nodes();
  nodes_.reserve(all.size());
  places_.assign(all.size(), kNoNode);
  for (const NodeIndex root : children_of(all, kNoNode)) put(root, kNoNode, 0);
  text_ = render_text(nodes_, {}, head_of(snapshot_)).text + tail_of(snapshot_);
}

void PageView::put(NodeIndex at, NodeIndex parent, std::uint32_t depth) {
  const Nodes& all = snapshot_.nodes();
  const Node& node = all[at];
  if (node.role == "rowgroup" && node.name.empty() && is_bare(node)) {
    places_[at] = parent;
    for (const NodeIndex child : children_of(all, at)) put(child, parent, depth);
    return;
  }
  if (is_heading_said_above(all, at)) {
    std::fill(places_.begin() + at, places_.begin() + node.end, parent);
    return;
  }
  const auto made = static_cast<NodeIndex>(nodes_.size());
  places_[at] = made;
  Node& put_here = nodes_.emplace_back(node);
  put_here.parent = parent;
  put_here.depth = depth;
  put_here.line = 0;
  put_here.cross_site = false;
  put_here.box = {};
  const bool has_value = node.end > at + 1 && all[at + 1].kind == Node::Kind::Value && !all[at + 1].name.empty();
  if (has_value) put_here.placeholder = {};
  if (const std::string cells = plain_row(all, at); !cells.empty()) {
    if (is_repeated_below(all, at, {})) put_here.name = {};
    std::fill(places_.begin() + at + 1, places_.begin() + node.end, made);
    Node text;
    text.kind = Node::Kind::Text;
    text.name = written_.emplace_back(cells);
    text.frame = node.frame;
    text.parent = made;
    text.depth = depth + 1;
    text.end = made + 2;
    nodes_.push_back(text);
  } else {
    for (const NodeIndex child : children_of(all, at)) put(child, made, depth + 1);
  }
  nodes_[made].end = static_cast<NodeIndex>(nodes_.size());
}

std::string part_text(const Nodes& nodes, NodeIndex root) {
  Nodes part(nodes.begin() + root, nodes.begin() + nodes[root].end);
  const std::uint32_t depth = nodes[root].depth;
  for (Node& one : part) {
    one.parent = &one == part.data() ? kNoNode : one.parent - root;
    one.end -= root;
    one.depth -= depth;
    one.line = 0;
  }
  return render_text(part, {}).text;
}

}  // namespace casement
