#include "casement/snapshot/target_match.h"

#include <algorithm>

#include "casement/snapshot/text_match.h"
#include "casement/snapshot/text_pattern.h"

namespace casement {
namespace {

bool is_text_field(std::string_view role) {
  return role == "textbox" || role == "searchbox" || role == "combobox" || role == "spinbutton";
}

// The node that owns the frame which `node` is in, or no_node.
NodeIndex frame_owner(const Nodes& nodes, NodeIndex node) {
  const std::uint32_t frame = nodes[node].frame;
  while (node != no_node && nodes[node].frame == frame) node = nodes[node].parent;
  return node;
}

[[noreturn]] void refuse(const char* notation) {
  throw Error(ErrorKind::Usage, std::string("a snapshot cannot answer ") + notation +
                                    ": only the page knows; name the role and the name instead");
}

// One step with its pattern compiled.
class StepMatcher {
 public:
  StepMatcher(const Nodes& nodes, const TargetStep& step) : nodes_(nodes), step_(step) {
    switch (step.kind) {
      case TargetStep::Kind::Css:
        refuse("css=");
      case TargetStep::Kind::TestId:
        refuse("testid=");
      case TargetStep::Kind::Label:
        refuse("label=");
      case TargetStep::Kind::Text:
      case TargetStep::Kind::Role:
      case TargetStep::Kind::Placeholder:
        break;
    }
    if (step.name) matcher_.emplace(*step.name);
  }

  // All nodes that match, `#n` not heeded: the main frame's first.
  std::vector<NodeIndex> find() const {
    std::vector<NodeIndex> found;
    if (step_.kind == TargetStep::Kind::Text) {
      found = match_text(nodes_, step_.name.value_or(TextPattern{}));
    } else {
      found = collect([&](const Node& node) { return matches(node); });
      if (found.empty() && step_.kind == TargetStep::Kind::Placeholder) {
        found = collect([&](const Node& node) {
          return node.placeholder.empty() && is_text_field(node.role) && name_matches(node.name);
        });
      }
    }
    std::stable_partition(found.begin(), found.end(),
                          [&](NodeIndex i) { return nodes_[i].frame == 0; });
    return found;
  }

 private:
  template <typename Predicate>
  std::vector<NodeIndex> collect(Predicate predicate) const {
    std::vector<NodeIndex> found;
    for (NodeIndex i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].is_element() && predicate(nodes_[i])) found.push_back(i);
    }
    return found;
  }

  bool name_matches(std::string_view name) const { return !matcher_ || matcher_->matches(name); }

  bool matches(const Node& node) const {
    if (step_.kind == TargetStep::Kind::Placeholder) {
      return !node.placeholder.empty() && name_matches(node.placeholder);
    }
    return node.role == step_.role && name_matches(node.name);
  }

  const Nodes& nodes_;
  const TargetStep& step_;
  std::optional<TextMatcher> matcher_;
};

// The nodes that the found ones stand for as surroundings, sorted.
std::vector<NodeIndex> as_surroundings(const Nodes& nodes, std::vector<NodeIndex> found) {
  for (NodeIndex& i : found) {
    if (nodes[i].is_text()) i = nodes[i].parent;
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Adds the nameless elements of the step's role in which something says exactly the step's name.
void add_known_by_content(const Nodes& nodes, const TargetStep& step,
                          std::vector<NodeIndex>& found) {
  const TextMatcher matcher(*step.name);
  std::vector<bool> seen(nodes.size());
  for (NodeIndex i = 0; i < nodes.size(); ++i) {
    if (nodes[i].kind == Node::Kind::Value || nodes[i].name.empty()) continue;
    if (!matcher.matches(nodes[i].name)) continue;
    for (NodeIndex at = nodes[i].parent; at != no_node && !seen[at]; at = nodes[at].parent) {
      seen[at] = true;
      if (nodes[at].role == step.role && nodes[at].name.empty()) found.push_back(at);
    }
  }
  std::sort(found.begin(), found.end());
  std::stable_partition(found.begin(), found.end(),
                        [&](NodeIndex i) { return nodes[i].frame == 0; });
}

// Whether the ways up from `node` pass all of `around`, nearest first; `up` takes one step.
template <typename Up>
bool passes(NodeIndex node, const std::vector<std::vector<NodeIndex>>& around, Up up) {
  std::size_t passed = 0;
  while (passed < around.size()) {
    node = up(node);
    if (node == no_node) return false;
    if (std::binary_search(around[passed].begin(), around[passed].end(), node)) ++passed;
  }
  return true;
}

// All matches of a target that is no ref, `#n` not heeded.
std::vector<NodeIndex> find_all(const Nodes& nodes, const Target& target) {
  std::vector<NodeIndex> found = StepMatcher(nodes, target.step()).find();
  std::vector<std::vector<NodeIndex>> inside, frames;
  for (const TargetStep& step : target.inside()) {
    inside.push_back(as_surroundings(nodes, match_ancestor_step(nodes, step)));
  }
  for (const TargetStep& step : target.frames()) {
    frames.push_back(as_surroundings(nodes, match_step(nodes, step)));
  }
  std::erase_if(found, [&](NodeIndex i) {
    return !passes(i, inside, [&](NodeIndex at) { return nodes[at].parent; }) ||
           !passes(i, frames, [&](NodeIndex at) { return frame_owner(nodes, at); });
  });
  return found;
}

// Leaves the nth, counted from 1, if one is asked for.
void keep_nth(std::vector<NodeIndex>& found, std::optional<int> nth) {
  if (!nth) return;
  const auto at = static_cast<std::size_t>(*nth);
  found = *nth >= 1 && at <= found.size() ? std::vector{found[at - 1]} : std::vector<NodeIndex>{};
}

}  // namespace

std::vector<NodeIndex> match_step(const Nodes& nodes, const TargetStep& step) {
  std::vector<NodeIndex> found = StepMatcher(nodes, step).find();
  keep_nth(found, step.nth);
  return found;
}

std::vector<NodeIndex> match_ancestor_step(const Nodes& nodes, const TargetStep& step) {
  std::vector<NodeIndex> found = StepMatcher(nodes, step).find();
  if (step.kind == TargetStep::Kind::Role && step.name) add_known_by_content(nodes, step, found);
  keep_nth(found, step.nth);
  return found;
}

std::vector<NodeIndex> match_target(const Snapshot& snapshot, const Target& target) {
  const Nodes& nodes = snapshot.nodes();
  if (target.is_ref()) {
    const NodeIndex node = snapshot.node_of(target.ref());
    if (node == no_node) {
      throw Error(ErrorKind::UnknownRef, target.ref() + " is not in this snapshot");
    }
    return {node};
  }
  std::vector<NodeIndex> found = find_all(nodes, target);
  keep_nth(found, target.step().nth);
  return found;
}

}  // namespace casement
