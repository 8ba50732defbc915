#include "casement/snapshot/node_words.h"

#include "casement/target/ref.h"
#include "casement/target/yaml_quote.h"

namespace casement {

std::string describe_node(const Node& node) {
  constexpr std::size_t longest = 80;
  std::string words(node.is_element() ? node.role : "text");
  if (!node.name.empty()) {
    words += ' ';
    append_json_string(words, node.name, longest);
  }
  return words;
}

std::string describe_place(const Nodes& nodes, NodeIndex node) {
  const std::uint32_t frame = nodes[node].frame;
  std::string place;
  NodeIndex up = nodes[node].parent;
  for (; up != kNoNode && nodes[up].frame == frame; up = nodes[up].parent) {
    if (place.empty() && !nodes[up].name.empty()) place = "inside " + describe_node(nodes[up]);
  }
  if (up == kNoNode) return place;
  return (place.empty() ? "in " : place + " in ") + describe_node(nodes[up]);
}

SnapshotMatch describe_match(const Nodes& nodes, NodeIndex node) {
  SnapshotMatch match;
  match.node = node;
  match.label = describe_node(nodes[node]);
  match.context = describe_place(nodes, node);
  match.line = nodes[node].line;
  if (nodes[node].ref != 0) match.ref = format_ref(nodes[node].frame, nodes[node].ref);
  NodeIndex owner = node;
  while (owner != kNoNode && nodes[owner].ref == 0) owner = nodes[owner].parent;
  if (owner != kNoNode) match.owner_ref = format_ref(nodes[owner].frame, nodes[owner].ref);
  return match;
}

}  // namespace casement
