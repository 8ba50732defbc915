#include "casement/snapshot/redundant_text.h"

#include <algorithm>
#include <array>

namespace casement {
namespace {

using namespace std::string_view_literals;

// Roles of structure and content, which are only read (ARIA 1.2 section 5.3.3).
constexpr std::array kRead = {"cell"sv,     "columnheader"sv, "heading"sv,   "list"sv,
                              "listitem"sv, "row"sv,          "rowheader"sv, "table"sv};
// Roles of these whose name comes from their content, and only repeats it.
constexpr std::array kNamedByCells = {"cell"sv, "columnheader"sv, "row"sv, "rowheader"sv};
// Widgets operated by a click (ARIA 1.2 section 5.3.2).
constexpr std::array kClicked = {"button"sv,           "checkbox"sv,      "link"sv,    "menuitem"sv,
                                 "menuitemcheckbox"sv, "menuitemradio"sv, "option"sv,  "radio"sv,
                                 "switch"sv,           "tab"sv,           "treeitem"sv};
// Controls that do not display their own name; a label next to them does.
constexpr std::array kLabelled = {"checkbox"sv,  "combobox"sv, "listbox"sv,    "meter"sv,  "progressbar"sv, "radio"sv,
                                  "searchbox"sv, "slider"sv,   "spinbutton"sv, "switch"sv, "textbox"sv};

template <std::size_t Count>
bool is_one_of(const std::array<std::string_view, Count>& roles, std::string_view role) {
  return std::find(roles.begin(), roles.end(), role) != roles.end();
}

// Whether a state shows that the element is usable: a selected element, for example, can be selected.
bool has_state_of_use(std::string_view states) {
  while (!states.empty()) {
    const std::size_t end = std::min(states.find(' '), states.size());
    const std::string_view state = states.substr(0, end);
    if (!state.starts_with("level=") && state != "aria-hidden" && state != "painted") return true;
    states.remove_prefix(std::min(end + 1, states.size()));
  }
  return false;
}

void skip_spaces(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

}  // namespace

bool is_repeated_below(const Nodes& nodes, NodeIndex at, const SnapshotOptions& limits) {
  const Node& node = nodes[at];
  if (node.name.empty() || node.end == at + 1 || !is_one_of(kNamedByCells, node.role)) return false;
  if (limits.max_nodes > 0 && node.end > limits.max_nodes) return false;
  std::string_view rest = node.name;
  for (NodeIndex i = at + 1; i < node.end;) {
    const Node& below = nodes[i];
    if (limits.max_depth > 0 && below.depth >= limits.max_depth) return false;
    if (below.name.empty() && below.is_element()) {
      ++i;
      continue;
    }
    skip_spaces(rest);
    if (!rest.starts_with(below.name)) return false;
    rest.remove_prefix(below.name.size());
    i = below.end;
  }
  skip_spaces(rest);
  return rest.empty();
}

NodeIndex control_with_same_text(const Nodes& nodes, NodeIndex text) {
  const Node& node = nodes[text];
  if (node.kind != Node::Kind::Text) return kNoNode;
  const auto says = [&](NodeIndex at) {
    const Node& beside = nodes[at];
    return beside.is_element() && beside.frame == node.frame && beside.name == node.name &&
           is_one_of(kLabelled, beside.role);
  };
  const NodeIndex next = node.end;
  if (next < nodes.size() && nodes[next].parent == node.parent && says(next)) return next;
  if (text == 0) return kNoNode;
  // The previous sibling; `text - 1` may be the value inside it.
  NodeIndex before = text - 1;
  if (before != node.parent && nodes[before].parent != node.parent) before = nodes[before].parent;
  return before != kNoNode && before != node.parent && nodes[before].parent == node.parent && says(before) ? before
                                                                                                           : kNoNode;
}

std::string_view written_url(const Node& node) {
  const std::string_view url = node.url.substr(node.url_known);
  return url == node.name || node.url == node.name ? std::string_view() : url;
}

bool is_ref_written(const Node& node) {
  return node.ref != 0 && (node.used || node.pointer || !is_one_of(kRead, node.role) || has_state_of_use(node.states));
}

bool is_pointer_written(const Node& node) {
  return node.pointer && !is_one_of(kClicked, node.role);
}

}  // namespace casement
