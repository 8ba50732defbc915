#include "casement/snapshot/text_match.h"

#include <algorithm>
#include <array>
#include <span>

namespace casement {
namespace {

using namespace std::string_view_literals;

// Roles named by their content (WAI-ARIA 1.2, section 5.2.8.5), sorted. Native controls with a label come second,
// because a label's text is a run of its own.
constexpr std::array kContentRoles = {"button"sv,        "caption"sv, "cell"sv, "columnheader"sv, "gridcell"sv,
                                      "heading"sv,       "legend"sv,  "link"sv, "menuitem"sv,     "menuitemcheckbox"sv,
                                      "menuitemradio"sv, "option"sv,  "row"sv,  "rowheader"sv,    "tab"sv,
                                      "tooltip"sv,       "treeitem"sv};
constexpr std::array kLabelledRoles = {"checkbox"sv, "radio"sv, "switch"sv};

bool has_text_child(const Nodes& nodes, NodeIndex node) {
  for (const NodeIndex child : children_of(nodes, node)) {
    if (nodes[child].kind == Node::Kind::Text) return true;
  }
  return false;
}

class TextFinder {
 public:
  TextFinder(const Nodes& nodes, const TextPattern& pattern) : nodes_(nodes), matcher_(pattern) {}

  std::vector<ShownText> find() {
    search(kContentRoles);
    if (hits_.empty()) search(kLabelledRoles);
    std::reverse(hits_.begin(), hits_.end());
    return std::move(hits_);
  }

 private:
  using Roles = std::span<const std::string_view>;

  // Searches backwards, so that descendants are judged before their ancestors.
  void search(Roles roles) {
    for (auto i = static_cast<NodeIndex>(nodes_.size()); i-- > 0;) {
      const Node& node = nodes_[i];
      if (node.kind == Node::Kind::Text) {
        if (matcher_.matches(node.name)) hits_.push_back({i, std::string(node.name)});
      } else if (node.is_element() && (hits_.empty() || hits_.back().node >= node.end)) {
        const bool by_name = shows_by_name(i, roles);
        if (by_name ? matcher_.matches(node.name) : matches_together(i, roles)) {
          hits_.push_back({i, by_name ? std::string(node.name) : joined_});
        }
      }
    }
  }

  bool shows_by_name(NodeIndex i, Roles roles) const {
    const Node& node = nodes_[i];
    return !node.name.empty() && std::find(roles.begin(), roles.end(), node.role) != roles.end() &&
           !has_text_child(nodes_, i);
  }

  // Whether two or more runs inside the element match together.
  bool matches_together(NodeIndex i, Roles roles) {
    joined_.clear();
    int runs = 0;
    for (NodeIndex j = i + 1; j < nodes_[i].end;) {
      const Node& node = nodes_[j];
      const bool by_name = node.is_element() && shows_by_name(j, roles);
      if (node.kind == Node::Kind::Text || by_name) {
        if (joined_.size() + node.name.size() > longest_joined) return false;
        if (runs++ > 0) joined_ += ' ';
        joined_ += node.name;
      }
      j = by_name ? node.end : j + 1;
    }
    return runs > 1 && matcher_.matches(joined_);
  }

  // About a paragraph, to limit the cost: the search joins the runs of every ancestor.
  static constexpr std::size_t longest_joined = 1000;

  const Nodes& nodes_;
  TextMatcher matcher_;
  std::vector<ShownText> hits_;  // last node first
  std::string joined_;
};

}  // namespace

std::vector<ShownText> match_shown_text(const Nodes& nodes, const TextPattern& pattern) {
  return TextFinder(nodes, pattern).find();
}

std::vector<NodeIndex> match_text(const Nodes& nodes, const TextPattern& pattern) {
  std::vector<NodeIndex> found;
  for (const ShownText& shown : match_shown_text(nodes, pattern)) found.push_back(shown.node);
  return found;
}

}  // namespace casement
