#include "casement/snapshot/recorded_snapshot.h"

#include <algorithm>

#include "casement/base/text.h"
#include "casement/snapshot/target_match.h"
#include "casement/target/yaml_quote.h"

namespace casement {
namespace {

constexpr std::size_t kLongestShown = 200;  // characters

// A limit may have cut the text; what is missing cannot match.
std::string without_cuts(std::string_view text) {
  std::string kept;
  for (const std::string_view line : split_lines(text)) {
    if (!line.substr(std::min(line.find_first_not_of(' '), line.size())).starts_with("- /cut:"))
      kept.append(line).append("\n");
  }
  return kept;
}

// Refs and boxes identify an element at one moment. They are no states.
bool is_state(std::string_view state) {
  return !state.starts_with("ref=") && !state.starts_with("box=") && !state.starts_with("cursor=");
}

}  // namespace

RecordedSnapshot::RecordedSnapshot(std::string_view text) {
  const std::string kept = without_cuts(text);
  if (kept.find_first_not_of(" \n") == kept.npos) return;
  items_ = parse_snapshot_template(kept);
  for (const TemplateItem& item : items_) add(item, kNoNode, 0);
}

void RecordedSnapshot::add(const TemplateItem& item, NodeIndex parent, std::uint32_t frame) {
  const auto at = static_cast<NodeIndex>(nodes_.size());
  Node node;
  node.parent = parent;
  node.frame = frame;
  if (item.is_text) {
    node.kind = Node::Kind::Text;
    if (item.text) node.name = item.text->text;
  } else {
    node.role = item.role;
    if (item.name) node.name = item.name->text;
    for (const auto& [key, value] : item.properties) {
      if (key == "/placeholder") node.placeholder = value.text;
    }
  }
  nodes_.push_back(node);
  item_of_.push_back(&item);
  const bool has_frame = node.role == "iframe" && !item.children.empty();
  const std::uint32_t inside = has_frame ? ++newest_frame_ : frame;
  if (!item.is_text && item.text) {
    nodes_.push_back({.name = item.text->text, .frame = inside, .parent = at, .end = at + 2, .kind = Node::Kind::Text});
    item_of_.push_back(nullptr);
  }
  for (const TemplateItem& child : item.children) add(child, at, inside);
  nodes_[at].end = static_cast<NodeIndex>(nodes_.size());
}

std::vector<std::string> RecordedSnapshot::lines_of(const Target& target) const {
  std::vector<NodeIndex> found;
  if (target.is_ref()) {
    const std::string wanted = "ref=" + target.ref();
    const auto known = std::ranges::find_if(item_of_, [&](const TemplateItem* item) {
      return item != nullptr && std::ranges::find(item->states, wanted) != item->states.end();
    });
    if (known != item_of_.end()) found.push_back(static_cast<NodeIndex>(known - item_of_.begin()));
  } else {
    found = match_nodes(nodes_, target);
  }
  std::vector<std::string> lines;
  for (const NodeIndex at : found) lines.push_back(line_of(at));
  return lines;
}

std::string RecordedSnapshot::line_of(NodeIndex at) const {
  const Node& node = nodes_[at];
  std::string line = node.is_text() ? "text" : std::string(node.role);
  if (!node.is_text() && !node.name.empty()) append_json_string(line += ' ', node.name);
  if (item_of_[at] != nullptr) {
    for (const std::string& state : item_of_[at]->states) {
      if (is_state(state)) line.append(" [").append(state).append("]");
    }
  }
  const std::string text = node.is_text() ? std::string(node.name) : text_in(at);
  if (!text.empty()) append_scalar(line += ": ", shorten(text, kLongestShown));
  return line;
}

// The runs of text in the element, and the names of elements in it that contain no text.
std::string RecordedSnapshot::text_in(NodeIndex at) const {
  std::string text;
  for (NodeIndex i = at + 1; i < nodes_[at].end; ++i) {
    const bool is_shown = nodes_[i].is_text() || nodes_[i].end == i + 1;
    if (is_shown && !nodes_[i].name.empty()) text.append(text.empty() ? "" : " ").append(nodes_[i].name);
  }
  return text;
}

}  // namespace casement
