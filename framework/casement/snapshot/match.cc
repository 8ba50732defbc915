#include "casement/snapshot/match.h"

#include <algorithm>
#include <optional>

#include "casement/base/text.h"
#include "casement/snapshot/node_words.h"
#include "casement/snapshot/redundant_text.h"
#include "casement/snapshot/snapshot_template.h"
#include "casement/target/ref.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

// A template item with its patterns compiled.
struct Item {
  const TemplateItem* source;
  std::optional<TextMatcher> name, text;
  std::vector<TextMatcher> properties;
  std::vector<Item> children;
  TemplateItem::Children mode;
};

std::vector<Item> compile(const std::vector<TemplateItem>& sources, bool all_equal) {
  std::vector<Item> items;
  for (const TemplateItem& source : sources) {
    Item& item = items.emplace_back();
    item.source = &source;
    if (source.name) item.name.emplace(*source.name);
    if (source.text) item.text.emplace(*source.text);
    for (const auto& [key, pattern] : source.properties) item.properties.emplace_back(pattern);
    const bool deep = all_equal || source.mode == TemplateItem::Children::DeepEqual;
    item.mode = deep ? TemplateItem::Children::DeepEqual : source.mode;
    item.children = compile(source.children, deep);
  }
  return items;
}

bool has_token(std::string_view tokens, std::string_view wanted) {
  while (!tokens.empty()) {
    const std::size_t end = std::min(tokens.find(' '), tokens.size());
    if (tokens.substr(0, end) == wanted) return true;
    tokens.remove_prefix(std::min(end + 1, tokens.size()));
  }
  return false;
}

// Whether the element has the state, as written in brackets. `x=false` also matches an element without x.
bool has_state(const Node& node, std::string_view state) {
  if (has_token(node.states, state)) return true;
  const std::size_t equals = state.find('=');
  const std::string_view key = state.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "" : state.substr(equals + 1);
  if (key == "cursor") return node.pointer && value == "pointer";
  if (key == "cross-site") return node.cross_site == (value != "false");
  if (key == "failed") return value == "false" ? node.failed.empty() : value == node.failed;
  if (key == "ref") return node.ref != 0 && format_ref(node.frame, node.ref) == value;
  if (key == "box") return node.box == value;
  if (value != "false" || key == "expanded") return false;
  return !has_token(node.states, key);
}

std::string_view property(const Node& node, std::string_view key) {
  if (key == "/url") return node.url;
  if (key == "/placeholder") return node.placeholder;
  if (key == "/name") return node.frame_name;
  if (key == "/id") return node.frame_id;
  return node.error;
}

class Matcher {
 public:
  Matcher(const Nodes& nodes, const std::vector<Item>& items) : nodes_(nodes), items_(items) {}

  TemplateMatch match() const {
    NodeIndex from = 0;
    for (const Item& item : items_) {
      const NodeIndex found = find_from(item, from);
      if (found == kNoNode) return {false, explain(item, from)};
      from = found + 1;
    }
    return {true, ""};
  }

 private:
  NodeIndex find_from(const Item& item, NodeIndex from) const {
    for (NodeIndex i = from; i < nodes_.size(); ++i) {
      if (matches(item, i)) return i;
    }
    return kNoNode;
  }

  bool matches(const Item& item, NodeIndex i) const {
    return difference(item, i).empty() && !first_missing(item, i) && !surplus(item, i);
  }

  // Describes why the node does not match the item, ignoring children; "" if it matches.
  std::string difference(const Item& item, NodeIndex i) const {
    const Node& node = nodes_[i];
    if (item.source->is_text) {
      if (!node.is_text()) return "it is not a text";
      return !item.text || item.text->matches(node.name) ? "" : "the text is " + quoted(node.name);
    }
    if (node.role != item.source->role) return "the role is " + std::string(node.role);
    if (item.name && !item.name->matches(node.name)) {
      return node.name.empty() ? "it has no name" : "the name is " + quoted(node.name);
    }
    for (const std::string& state : item.source->states) {
      if (!has_state(node, state)) return "it is not [" + state + "]";
    }
    for (std::size_t k = 0; k < item.properties.size(); ++k) {
      const std::string& key = item.source->properties[k].first;
      const std::string_view value = property(node, key);
      if (value.empty()) return "it has no " + key;
      const TextPattern& pattern = item.source->properties[k].second;
      const auto fits = [&](std::string_view said) {
        return item.properties[k].matches(said) || is_itself(pattern, said);
      };
      // The URL of a frame may be written without the origin that it shares with the document around it.
      if (!fits(value) && !(key == "/url" && node.url_known > 0 && fits(value.substr(node.url_known)))) {
        return key + " is " + quoted(value);
      }
    }
    if (item.text && !text_matches(*item.text, i)) {
      const std::string text = own_text(i);
      return text.empty() ? "it has no text" : "the text is " + quoted(text);
    }
    return "";
  }

  // An address such as "/wiki/(x)/" looks like a regular expression, but may be meant literally.
  static bool is_itself(const TextPattern& pattern, std::string_view value) {
    return pattern.is_regex && value == "/" + pattern.text + "/" + pattern.flags;
  }

  static std::string quoted(std::string_view text) { return describe(TextPattern::exact(text)); }

  // Whether one of the node's runs of text matches, or all of them joined; without runs, the name counts as the text.
  bool text_matches(const TextMatcher& text, NodeIndex i) const {
    for (const NodeIndex child : children_of(nodes_, i)) {
      if (nodes_[child].is_text() && text.matches(nodes_[child].name)) return true;
    }
    return text.matches(own_text(i));
  }

  std::string own_text(NodeIndex i) const {
    std::string text;
    for (const NodeIndex child : children_of(nodes_, i)) {
      if (!nodes_[child].is_text()) continue;
      if (!text.empty()) text += ' ';
      text += nodes_[child].name;
    }
    return text.empty() ? std::string(nodes_[i].name) : text;
  }

  // Whether a child may be missing from a template that lists all children. True for text that the item has on its own
  // line, and for text that only repeats a name: the item's own or that of a control beside the text.
  bool is_optional(const Item& item, NodeIndex child, NodeIndex parent) const {
    if (!nodes_[child].is_text()) return false;
    const bool alone = nodes_[parent].end == child + 1 && child == parent + 1;
    return item.text.has_value() || control_with_same_text(nodes_, child) != kNoNode ||
           (alone && nodes_[child].kind == Node::Kind::Text && nodes_[child].name == nodes_[parent].name);
  }

  // The first child of the item that is not found among the node's children. Taking the first match leaves most
  // candidates for the next items.
  const Item* first_missing(const Item& item, NodeIndex i) const {
    auto wanted = item.children.begin();
    for (const NodeIndex child : children_of(nodes_, i)) {
      if (wanted == item.children.end()) break;
      if (matches(*wanted, child))
        ++wanted;
      else if (item.mode != TemplateItem::Children::Contain && !is_optional(item, child, i))
        break;
    }
    return wanted == item.children.end() ? nullptr : &*wanted;
  }

  // The first surplus child of the node, if the item must list all children.
  std::optional<NodeIndex> surplus(const Item& item, NodeIndex i) const {
    if (item.mode == TemplateItem::Children::Contain) return std::nullopt;
    std::size_t known = item.children.size();
    for (const NodeIndex child : children_of(nodes_, i)) {
      if (is_optional(item, child, i)) continue;
      if (known == 0) return child;
      --known;
    }
    return std::nullopt;
  }

  std::string place(NodeIndex i) const {
    const Node& node = nodes_[i];
    std::string words = describe_node(node) + " (";
    if (node.ref != 0) words += format_ref(node.frame, node.ref) + ", ";
    return words + "line " + std::to_string(node.line) + ")";
  }

  static std::string not_found(const Item& item) {
    return "line " + std::to_string(item.source->line) + " of the template was not found:\n  " + item.source->source;
  }

  // Explains why `item`, of the first level, is not found from node `from` on.
  std::string explain(const Item& item, NodeIndex from) const {
    NodeIndex best = kNoNode;
    std::size_t most = 0;
    for (NodeIndex i = from; i < nodes_.size(); ++i) {
      if (!difference(item, i).empty()) continue;
      const std::size_t found = 1 + count_found(item, i);
      if (found > most) {
        most = found;
        best = i;
      }
    }
    if (best != kNoNode) return explain_children(item, best);
    for (NodeIndex i = 0; i < from; ++i) {
      if (matches(item, i)) {
        return not_found(item) + "\nit is at " + place(i) + ", before the elements that precede it in the template";
      }
    }
    std::vector<NodeIndex> all(nodes_.size());
    for (NodeIndex i = 0; i < nodes_.size(); ++i) all[i] = i;
    return not_found(item) + nearest(item, all);
  }

  std::size_t count_found(const Item& item, NodeIndex i) const {
    const Item* missing = first_missing(item, i);
    return missing ? static_cast<std::size_t>(missing - item.children.data()) : item.children.size();
  }

  // Explains a node that matches the item although its children do not.
  std::string explain_children(const Item& item, NodeIndex i) const {
    const Item* missing = first_missing(item, i);
    if (!missing) {
      const std::optional<NodeIndex> extra = surplus(item, i);
      if (!extra) return not_found(item);
      return "line " + std::to_string(item.source->line) + " of the template:\n  " + item.source->source + "\nat " +
             place(i) + " the page has more than the template: " + place(*extra);
    }
    std::vector<NodeIndex> children;
    for (const NodeIndex child : children_of(nodes_, i)) {
      if (difference(*missing, child).empty() && !matches(*missing, child)) {
        return explain_children(*missing, child);
      }
      children.push_back(child);
    }
    return not_found(*missing) + "\nbelow " + place(i) + nearest(*missing, children);
  }

  // "\nnearest: …" with the difference, or "" if no candidate is near.
  std::string nearest(const Item& item, const std::vector<NodeIndex>& candidates) const {
    constexpr std::size_t too_far = 1000;
    NodeIndex best = kNoNode;
    std::size_t least = too_far;
    for (const NodeIndex i : candidates) {
      const std::size_t far = distance(item, i);
      if (far < least) {
        least = far;
        best = i;
      }
    }
    if (best == kNoNode) return "";
    const std::string why = difference(item, best);
    return "\nnearest: " + place(best) + (why.empty() ? "" : ": " + why);
  }

  std::size_t distance(const Item& item, NodeIndex i) const {
    constexpr std::size_t other_role = 30, longest_compared = 60, far_away = 1000;
    const Node& node = nodes_[i];
    if (item.source->is_text != node.is_text()) return far_away;
    const auto& wanted = item.source->is_text ? item.source->text : item.source->name;
    const std::size_t role = node.role == item.source->role ? 0 : other_role;
    if (!wanted || wanted->is_regex) return role == 0 ? 1 : far_away;
    const std::string_view name = node.name.substr(0, longest_compared);
    const std::size_t edits = edit_distance(name, wanted->text.substr(0, longest_compared));
    if (role != 0 && edits > wanted->text.size() / 3) return far_away;
    return role + edits;
  }

  const Nodes& nodes_;
  const std::vector<Item>& items_;
};

}  // namespace

TemplateMatch match(const Snapshot& snapshot, std::string_view snapshot_template) {
  const std::vector<TemplateItem> sources = parse_snapshot_template(snapshot_template);
  const std::vector<Item> items = compile(sources, false);
  TemplateMatch result = Matcher(snapshot.nodes(), items).match();
  if (result.matched) return result;
  for (const FrameFailure& failure : snapshot.frame_failures()) {
    result.message += "\n" + describe(failure);
  }
  return result;
}

}  // namespace casement
