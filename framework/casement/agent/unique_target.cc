#include "casement/agent/unique_target.h"

#include <fmt/format.h>

#include <vector>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

// The whole text, because a cut name would not match in a flow.
std::string quoted(std::string_view text) {
  return notation_of(TextPattern::exact(text));
}

std::string described(const Node& node) {
  std::string text(node.role);
  if (!node.name.empty()) text += " " + quoted(node.name);
  return text;
}

class Search {
 public:
  Search(const Snapshot& snapshot, std::string_view ref) : snapshot_(snapshot), ref_(ref) {}

  std::string find() {
    const NodeIndex at = snapshot_.node_of(ref_);
    if (at == kNoNode) return "";
    const Nodes& nodes = snapshot_.nodes();
    const Node& node = nodes[at];
    std::vector<std::string> ways;
    if (!node.role.empty()) ways.push_back(described(node));
    if (node.name.empty()) {
      for (NodeIndex child = at + 1; child < node.end && ways.size() < 3; ++child) {
        if (nodes[child].kind != Node::Kind::Text) continue;
        const std::string text = quoted(nodes[child].name);
        if (!node.role.empty()) ways.push_back(fmt::format("{} that has text {}", node.role, text));
        ways.push_back("text " + text);
        break;
      }
    }
    for (const std::string& way : ways) {
      if (means_it(way)) return way;
    }
    for (const std::string& way : ways) {
      std::string narrowed = narrow(way, node);
      if (!narrowed.empty()) return narrowed;
    }
    return ways.empty() ? "" : numbered(ways.front());
  }

 private:
  // Adds one container, the nearest first: a frame, or an ancestor with a name.
  std::string narrow(const std::string& way, const Node& node) {
    const Nodes& nodes = snapshot_.nodes();
    for (NodeIndex above = node.parent; above != kNoNode; above = nodes[above].parent) {
      const Node& around = nodes[above];
      if (!around.is_element() || around.name.empty()) continue;
      const bool is_frame = around.frame_mark != Node::FrameMark::None;
      const std::string narrowed = fmt::format("{} {} {}", way, is_frame ? "in" : "inside", described(around));
      if (means_it(narrowed)) return narrowed;
    }
    return "";
  }
  std::string numbered(const std::string& way) {
    const std::vector<SnapshotMatch> found = matches(way);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].owner_ref == ref_) return fmt::format("{} #{}", way, i + 1);
    }
    return "";
  }
  std::vector<SnapshotMatch> matches(const std::string& way) const {
    try {
      return snapshot_.find(Target(way));
    } catch (const Error&) {
      return {};  // the notation cannot express this role or name
    }
  }
  bool means_it(const std::string& way) const {
    const std::vector<SnapshotMatch> found = matches(way);
    return found.size() == 1 && found.front().owner_ref == ref_;
  }

  const Snapshot& snapshot_;
  const std::string ref_;
};

}  // namespace

std::string unique_target(const Snapshot& snapshot, std::string_view ref) {
  return Search(snapshot, ref).find();
}

}  // namespace casement
