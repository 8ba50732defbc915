// Tells the matches of an ambiguous target apart.
#include <algorithm>

#include "casement/snapshot/node_words.h"
#include "casement/snapshot/step_words.h"
#include "casement/snapshot/target_match.h"

namespace casement {

std::string distinct_place(const Nodes& nodes, const std::vector<NodeIndex>& matches, NodeIndex match) {
  constexpr std::size_t most_texts = 20, longest = 60;
  NodeIndex around = kNoNode;
  for (NodeIndex up = nodes[match].parent; up != kNoNode && nodes[up].frame == nodes[match].frame;
       up = nodes[up].parent) {
    const auto is_within = [&](NodeIndex other) { return other >= up && other < nodes[up].end; };
    if (std::ranges::count_if(matches, is_within) > 1) break;
    if (!nodes[up].role.empty() && nodes[up].role != "generic") around = up;
  }
  if (around == kNoNode) return "";
  TargetStep place;
  place.role = nodes[around].role;
  if (match_step(nodes, place) == std::vector{around}) return " inside " + describe_step(place);
  std::size_t tried = 0;
  for (NodeIndex node = around + 1; node < nodes[around].end && tried < most_texts; ++node) {
    const std::string_view text = nodes[node].name;
    if (nodes[node].kind == Node::Kind::Value || text.empty() || text.size() > longest) continue;
    ++tried;
    place.has = {text_step(TextPattern::exact(std::string(text)))};
    if (match_step(nodes, place) == std::vector{around}) return " inside " + describe_step(place);
  }
  return "";
}

std::vector<std::string> neighbours(const Nodes& nodes, const std::vector<NodeIndex>& matches, NodeIndex match) {
  constexpr std::size_t most = 3, longest = 60;
  // Between the match before and the match after.
  NodeIndex begin = 0, end = static_cast<NodeIndex>(nodes.size());
  for (const NodeIndex other : matches) {
    if (other < match) begin = std::max(begin, nodes[other].end);
    if (other > match) end = std::min(end, other);
  }
  std::vector<std::string> found;
  const auto add = [&](const TargetStep& step, NodeIndex node) {
    if (found.size() < most && match_step(nodes, step) == std::vector{node}) found.push_back(describe_step(step));
  };
  for (const bool is_heading : {true, false}) {
    for (NodeIndex i = begin; i < end; ++i) {
      const Node& node = nodes[i];
      if (node.frame != nodes[match].frame || node.name.empty() || node.name.size() > longest) continue;
      if (i >= match && i < nodes[match].end) continue;
      TargetStep step = text_step(TextPattern::exact(std::string(node.name)));
      if (is_heading && node.role == "heading") {
        step.kind = TargetStep::Kind::Role;
        step.role = node.role;
        add(step, i);
      } else if (!is_heading && node.kind == Node::Kind::Text &&
                 nodes[node.parent == kNoNode ? i : node.parent].role != "heading") {
        add(step, i);
      }
    }
  }
  return found;
}

Error ambiguous_error(const Snapshot& snapshot, const Target& target, const std::vector<NodeIndex>& matches) {
  constexpr std::size_t most_shown = 10;
  std::vector<SnapshotMatch> shown;
  for (std::size_t i = 0; i < matches.size() && i < most_shown; ++i) {
    shown.push_back(describe_match(snapshot.nodes(), matches[i]));
  }
  std::vector<std::string> trail;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto same = std::count_if(shown.begin(), shown.end(), [&](const SnapshotMatch& other) {
      return other.context == shown[i].context && other.label == shown[i].label;
    });
    // If descriptions are equal, the text beside the elements distinguishes them, or else a number.
    std::string place = same > 1 ? distinct_place(snapshot.nodes(), matches, matches[i]) : "";
    if (same > 1 && place.empty()) place = " #" + std::to_string(i + 1);
    trail.push_back(match_line(shown[i]) + place);
  }
  if (matches.size() > most_shown) {
    trail.push_back("and " + std::to_string(matches.size() - most_shown) + " more");
  }
  return Error(
      ErrorKind::Ambiguous,
      target.text() + " matches " + std::to_string(matches.size()) + " elements; make the target more specific:",
      std::move(trail));
}

}  // namespace casement
