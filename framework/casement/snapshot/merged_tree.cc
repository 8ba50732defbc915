#include "casement/snapshot/merged_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "casement/base/error.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

// Roles of usable elements (ARIA 1.2 widget roles).
constexpr std::array<std::string_view, 19> kWidgets{
    "button",           "checkbox",      "combobox", "gridcell", "link",      "listbox",   "menuitem",
    "menuitemcheckbox", "menuitemradio", "option",   "radio",    "scrollbar", "searchbox", "slider",
    "spinbutton",       "switch",        "tab",      "textbox",  "treeitem"};

struct Place {
  std::string name;
  std::string path;
};

std::map<int, Place> places_of(const Snapshot& snapshot) {
  std::map<int, Place> places;
  for (const SnapshotFrame& frame : snapshot.frames()) {  // in order of ordinals; a parent may have a higher ordinal
    if (frame.ordinal == 0) {
      places[0] = {"", "main"};
      continue;
    }
    Place& place = places[frame.ordinal];
    place.name = frame.display_name();
    for (const SnapshotFrame* at = &frame; at != nullptr && at->ordinal != 0; at = snapshot.frame(at->parent_ordinal)) {
      const std::string& step = at->display_name();
      place.path = " > " + (step.empty() ? at->label() : step) + place.path;
    }
    place.path = "main" + place.path;
  }
  return places;
}

bool is_interactive(const Node& node) {
  return node.pointer || std::find(kWidgets.begin(), kWidgets.end(), node.role) != kWidgets.end();
}

std::string text_inside(const Nodes& nodes, NodeIndex at) {
  std::string text;
  for (const NodeIndex child : children_of(nodes, at)) {
    if (!nodes[child].is_text()) continue;
    if (!text.empty()) text += ' ';
    text += nodes[child].name;
  }
  return text;
}

}  // namespace

std::vector<MergedNode> merged_tree(const Snapshot& snapshot, int max_depth) {
  if (max_depth < 0) throw Error(ErrorKind::Usage, "max_depth must be 0 or more; 0 means all levels");
  const std::map<int, Place> places = places_of(snapshot);
  const Nodes& nodes = snapshot.nodes();
  std::vector<MergedNode> merged;
  for (NodeIndex i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    if (!node.is_element()) continue;
    if (max_depth > 0 && static_cast<int>(node.depth) >= max_depth) continue;
    MergedNode& out = merged.emplace_back();
    out.role = node.role;
    out.name = node.name;
    if (node.ref != 0) out.ref = format_ref(node.frame, node.ref);
    out.states = node.states;
    out.value = text_inside(nodes, i);
    out.depth = static_cast<int>(node.depth);
    out.frame_index = static_cast<int>(node.frame);
    if (const auto place = places.find(out.frame_index); place != places.end()) {
      out.frame_name = place->second.name;
      out.frame_path = place->second.path;
    }
  }
  return merged;
}

std::vector<MergedNode> interactive_nodes(const Snapshot& snapshot) {
  std::vector<MergedNode> found = merged_tree(snapshot);
  // Has the same order as merged_tree, which includes every element.
  std::size_t element = 0;
  std::vector<MergedNode> usable;
  for (const Node& node : snapshot.nodes()) {
    if (!node.is_element()) continue;
    if (is_interactive(node) && node.ref != 0) usable.push_back(std::move(found[element]));
    ++element;
  }
  return usable;
}

}  // namespace casement
