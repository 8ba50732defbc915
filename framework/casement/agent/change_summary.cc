#include "casement/agent/change_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "casement/snapshot/diff_lines.h"
#include "casement/snapshot/node_words.h"
#include "casement/snapshot/redundant_text.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

using ChangeKind = SnapshotChange::Kind;

std::string_view without_dash(std::string_view line) {
  return line.starts_with("- ") ? line.substr(2) : line;
}

// A property of an element, not a node of its own: "- /url: /cart". Lines of roles and texts never begin like this.
bool is_property(const SnapshotChange& change) {
  return (change.after.empty() ? change.before : change.after).starts_with("- /");
}

bool has_known_ref(const Node& node) {
  return node.ref != 0 && is_ref_written(node);
}

bool has_focus(const Node& node) {
  constexpr std::string_view word = "active";
  for (std::string_view rest = node.states; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == word) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// Whether `line` equals `longer` without one occurrence of `mark`.
bool is_without(std::string_view line, std::string_view longer, std::string_view mark) {
  for (std::size_t at = longer.find(mark); at != std::string_view::npos; at = longer.find(mark, at + 1)) {
    if (line.size() + mark.size() == longer.size() && line.substr(0, at) == longer.substr(0, at) &&
        line.substr(at) == longer.substr(at + mark.size())) {
      return true;
    }
  }
  return false;
}

class Teller {
 public:
  Teller(const PageView& before, const PageView& after, const PagePart& part)
      : before_(before.nodes()), after_(after.nodes()), part_(part) {
    has_focus_now_ = std::ranges::any_of(after_, has_focus);
    for (const SnapshotChange& change :
         diff_lines({before.snapshot(), before.text(), before_}, {after.snapshot(), after.text(), after_})) {
      if (is_in_part(change) && !is_lost_focus(change) && !is_placeholder_of_value(change)) tell(change);
    }
  }

  std::string text() const {
    std::string text;
    for (const Line& line : lines_) {
      text.append(line.depth * 2, ' ').append(line.words);
      if (line.inside > 0) text += fmt::format(" (with {} {} in it)", line.inside, line.inside == 1 ? "line" : "lines");
      text += '\n';
    }
    return text;
  }

 private:
  struct Line {
    std::size_t depth = 0;
    std::string words;
    std::size_t inside = 0;  // lines removed with this one
  };
  struct NewNode {  // a reported new node, which may contain others
    NodeIndex node;
    std::size_t depth;
  };

  static bool is_below(const Nodes& nodes, NodeIndex node, NodeIndex root) {
    return root != kNoNode && node != kNoNode && node >= root && node < nodes[root].end;
  }
  bool is_in_part(const SnapshotChange& change) const {
    if (part_.after == kNoNode) return true;
    return is_below(after_, change.after_node, part_.after) || is_below(before_, change.before_node, part_.before);
  }

  bool is_lost_focus(const SnapshotChange& change) const {
    if (change.kind != ChangeKind::Changed || !has_focus_now_ || is_property(change)) return false;
    if (change.before_node == kNoNode || change.after_node == kNoNode) return false;
    return has_focus(before_[change.before_node]) && !has_focus(after_[change.after_node]) &&
           is_without(change.after, change.before, " [active]");
  }

  // A placeholder disappears behind a value and reappears without one; the line of the element shows the value.
  bool is_placeholder_of_value(const SnapshotChange& change) const {
    constexpr std::string_view key = "- /placeholder: ";
    const bool is_gone = change.kind == ChangeKind::Removed;
    if (change.kind == ChangeKind::Changed || !(is_gone ? change.before : change.after).starts_with(key)) return false;
    const Node& node = is_gone ? before_[change.before_node] : after_[change.after_node];
    const Nodes& others = is_gone ? after_ : before_;
    const auto same = std::ranges::find_if(others, [&](const Node& one) {
      return node.ref != 0 && one.is_element() && one.ref == node.ref && one.frame == node.frame;
    });
    return same != others.end() && same + 1 != others.end() && same->end > (same - others.begin()) + 1 &&
           (same + 1)->kind == Node::Kind::Value;
  }

  // The container of the line's node.
  static NodeIndex container(const Nodes& nodes, NodeIndex node, bool is_property) {
    return node == kNoNode || is_property ? node : nodes[node].parent;
  }

  // `region "Payment" [ref=e39] › table "Items"`: up to the nearest ref, which identifies the place.
  static std::string place_of(const Nodes& nodes, NodeIndex up) {
    std::string words;
    for (; up != kNoNode; up = nodes[up].parent) {
      const bool is_known = has_known_ref(nodes[up]);
      std::string part = describe_node(nodes[up]);
      if (is_known) part += fmt::format(" [ref={}]", format_ref(nodes[up].frame, nodes[up].ref));
      words = words.empty() ? part : part + " › " + words;
      if (is_known) break;
    }
    return words;
  }

  void tell(const SnapshotChange& change) {
    const bool is_gone = change.kind == ChangeKind::Removed;
    const Nodes& nodes = is_gone ? before_ : after_;
    const NodeIndex node = is_gone ? change.before_node : change.after_node;
    const NodeIndex around = container(nodes, node, is_property(change));
    if (is_gone) {
      for (NodeIndex up = around; up != kNoNode; up = before_[up].parent) {
        if (const auto told = gone_.find(up); told != gone_.end()) {
          ++lines_[told->second].inside;
          return;
        }
      }
    }
    while (!open_.empty() && (is_gone || open_.back().node != around)) open_.pop_back();
    std::size_t depth = 0;
    if (!open_.empty()) {
      depth = open_.back().depth + 1;
    } else if (std::string place = place_of(nodes, around); !place.empty()) {
      depth = 1;
      if (place != place_) lines_.push_back({0, place + ":"});
      place_ = std::move(place);
    } else {
      place_.clear();
    }
    if (is_gone && !is_property(change) && node != kNoNode) gone_[node] = lines_.size();
    lines_.push_back({depth, words_of(change)});
    if (change.kind == ChangeKind::Added && !is_property(change)) open_.push_back({node, depth});
  }

  // A changed element with a ref needs only its new line.
  std::string words_of(const SnapshotChange& change) const {
    const std::string_view before = without_dash(change.before), after = without_dash(change.after);
    if (change.kind == ChangeKind::Removed) return fmt::format("- {}", before);
    if (change.kind == ChangeKind::Added) return fmt::format("+ {}", after);
    if (is_property(change) || change.after_node == kNoNode || !after_[change.after_node].is_element()) {
      // "text: 1 item → 2 items"
      const std::size_t colon = before.find(": ");
      const std::string_view key = colon == std::string_view::npos ? "" : before.substr(0, colon + 2);
      return fmt::format("~ {} → {}", before, after.starts_with(key) ? after.substr(key.size()) : after);
    }
    if (has_known_ref(after_[change.after_node])) return fmt::format("~ {}", after);
    return fmt::format("~ {} → {}", before, after);
  }

  const Nodes& before_;
  const Nodes& after_;
  const PagePart part_;
  bool has_focus_now_ = false;
  std::vector<Line> lines_;
  std::vector<NewNode> open_;
  std::map<NodeIndex, std::size_t> gone_;  // removed nodes that were reported, and their lines
  std::string place_;
};

}  // namespace

std::string change_summary(const PageView& before, const PageView& after, const PagePart& part) {
  return Teller(before, after, part).text();
}

}  // namespace casement
