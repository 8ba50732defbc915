#include "casement/dom/known_element.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace casement {
namespace {

std::uint64_t mixed(std::uint64_t into, std::uint64_t more) {
  // The finaliser of splitmix64: the order of values matters, and equal values do not cancel each other out.
  std::uint64_t bits = into * 0x9E3779B97F4A7C15ULL + more;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
  return bits ^ (bits >> 31);
}

// Returns 0 for an empty text.
std::uint64_t hash_of(std::string_view text) {
  return text.empty() ? 0 : std::hash<std::string_view>()(text) | 1;
}

// Whether a component library counts up such ids while it renders: the next render has other ids.
bool is_generated(std::string_view id) {
  static constexpr std::array<std::string_view, 12> beginnings{"_r_",       "radix-",     "headlessui-", "mui-",
                                                               ":r",        "react-aria", "el-id-",      "reka-",
                                                               "\xC2\xABr", "ember",      "bits-",       "input-v-"};
  return id.find(":r") != std::string_view::npos ||
         std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view one) { return id.starts_with(one); });
}

bool ends_in_digit(std::string_view text) {
  return !text.empty() && text.back() >= '0' && text.back() <= '9';
}

// Whether the address distinguishes a link from similar links. An address that only runs a script does not.
bool is_told_by_address(std::string_view address) {
  return !address.empty() && !address.starts_with('#') && !address.starts_with("javascript:");
}

bool is_item_role(std::string_view role) {
  static constexpr std::array<std::string_view, 9> roles{"article", "cell", "gridcell", "listitem", "menuitem",
                                                         "option",  "row",  "tab",      "treeitem"};
  return std::ranges::find(roles, role) != roles.end();
}

KnownElement known_element(const Node& node, const ElementFacts& facts) {
  KnownElement known;
  known.number = facts.number;
  known.kind = mixed(mixed(hash_of(facts.tag), hash_of(node.role)), hash_of(facts.input_type));
  if (!is_generated(facts.html_id)) known.html_id = hash_of(facts.html_id);
  known.test_id = hash_of(facts.test_id);
  known.key = hash_of(facts.key);
  known.label = hash_of(node.name);
  if (node.role == "link" && is_told_by_address(node.url)) known.link = mixed(hash_of(node.url), known.label);
  known.counted_keys =
      (known.html_id != 0 && ends_in_digit(facts.html_id)) || ends_in_digit(facts.test_id) || ends_in_digit(facts.key);
  known.is_item = is_item_role(node.role);
  known.is_interactive = facts.used_by != UsedBy::Nothing;
  known.content = mixed(mixed(mixed(known.kind, known.label), hash_of(node.url)), hash_of(node.placeholder));
  known.word = known.label == 0 ? 0 : mixed(known.kind, known.label);
  return known;
}

}  // namespace

std::vector<KnownElement> known_elements(const DocumentSnapshot& reading) {
  std::vector<KnownElement> elements;
  std::vector<NodeIndex> place(reading.nodes.size(), kNoNode);  // index of the element of each node
  elements.reserve(reading.facts.size());
  for (NodeIndex i = 0; i < reading.nodes.size(); ++i) {
    const Node& node = reading.nodes[i];
    const NodeIndex parent = node.parent == kNoNode ? kNoNode : place[node.parent];
    if (node.kind == Node::Kind::Text && parent != kNoNode) {
      KnownElement& around = elements[parent];
      const std::uint64_t text = hash_of(node.name);
      around.word = mixed(around.word == 0 ? around.kind : around.word, text);
      around.content = mixed(around.content, text);
    }
    if (!node.is_element() || node.facts == 0 || reading.facts[node.facts - 1].number == 0) {
      place[i] = parent;
      continue;
    }
    place[i] = static_cast<NodeIndex>(elements.size());
    elements.push_back(known_element(node, reading.facts[node.facts - 1]));
    elements.back().parent = parent;
    elements.back().end = place[i] + 1;
  }
  // Backwards, because the end of an element is known only after all elements inside it.
  for (auto i = static_cast<NodeIndex>(elements.size()); i-- > 0;) {
    if (elements[i].parent != kNoNode) {
      KnownElement& around = elements[elements[i].parent];
      around.end = std::max(around.end, elements[i].end);
    }
  }
  for (auto i = static_cast<NodeIndex>(elements.size()); i-- > 0;) {
    std::uint64_t content = elements[i].content;
    for (NodeIndex child = i + 1; child < elements[i].end; child = elements[child].end)
      content = mixed(content, elements[child].content);
    elements[i].content = content;
  }
  return elements;
}

}  // namespace casement
