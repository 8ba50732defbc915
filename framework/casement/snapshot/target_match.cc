#include "casement/snapshot/target_match.h"

#include <algorithm>
#include <map>
#include <span>

#include "casement/snapshot/text_match.h"
#include "casement/target/target_step.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

bool is_text_field(std::string_view role) {
  return role == "textbox" || role == "searchbox" || role == "combobox" || role == "spinbutton";
}

// The node that owns the frame which `node` is in, or kNoNode.
NodeIndex frame_owner(const Nodes& nodes, NodeIndex node) {
  const std::uint32_t frame = nodes[node].frame;
  while (node != kNoNode && nodes[node].frame == frame) node = nodes[node].parent;
  return node;
}

[[noreturn]] void refuse(const char* notation) {
  throw Error(ErrorKind::Usage, std::string("a snapshot cannot answer ") + notation +
                                    ", because only the page knows; give role and name instead");
}

void put_main_frame_first(const Nodes& nodes, std::vector<NodeIndex>& found) {
  std::stable_partition(found.begin(), found.end(), [&](NodeIndex i) { return nodes[i].frame == 0; });
}

// Whether one of `sorted` is inside the node, in the same document, at index `first` or later.
bool holds_one_of(const Nodes& nodes, const std::vector<NodeIndex>& sorted, NodeIndex node, NodeIndex first) {
  for (auto at = std::lower_bound(sorted.begin(), sorted.end(), first); at != sorted.end() && *at < nodes[node].end;
       ++at) {
    if (nodes[*at].frame == nodes[node].frame) return true;
  }
  return false;
}

// Removes nodes that do not show the text in their own document.
void keep_with_text(const Nodes& nodes, std::vector<NodeIndex>& found, const TextPattern& pattern) {
  std::vector<NodeIndex> shown = match_text(nodes, pattern);
  std::sort(shown.begin(), shown.end());
  std::erase_if(found, [&](NodeIndex i) { return !holds_one_of(nodes, shown, i, i); });
}

bool is_part_of_table(std::string_view role) {
  return role == "row" || role == "cell" || role == "gridcell" || role == "rowheader" || role == "columnheader";
}

// Whether a row or cell only lays out nested tables. Its name and text belong to the rows of these tables, so it does
// not count as a match.
bool holds_only_tables(const Nodes& nodes, NodeIndex node) {
  bool holds_table = false;
  for (NodeIndex i = node + 1; i < nodes[node].end;) {
    const Node& inside = nodes[i];
    const bool is_table = inside.role == "table" || inside.role == "grid" || inside.role == "treegrid";
    if (inside.is_text() || (!is_table && !is_part_of_table(inside.role) && !inside.name.empty())) return false;
    holds_table |= is_table;
    i = is_table ? inside.end : i + 1;
  }
  return holds_table;
}

// One step with its pattern compiled.
class StepMatcher {
 public:
  // Throws Error{Usage} for a step that only a page can answer.
  StepMatcher(const Nodes& nodes, const TargetStep& step) : nodes_(nodes), step_(step) {
    switch (step.kind) {
      case TargetStep::Kind::Css:
        refuse("css=");
      case TargetStep::Kind::TestId:
        refuse("testid=");
      case TargetStep::Kind::Label:
        refuse("label=");
      case TargetStep::Kind::Alt:
        refuse("alt=");
      case TargetStep::Kind::Title:
        refuse("title=");
      case TargetStep::Kind::Text:
      case TargetStep::Kind::Role:
      case TargetStep::Kind::Placeholder:
        break;
    }
    if (step.name) matcher_.emplace(*step.name);
  }

  // All matching nodes, first those of the main frame; ignores `#n`.
  std::vector<NodeIndex> find() const {
    std::vector<NodeIndex> found = find_own();
    for (const TargetStep& other : step_.others) {
      const std::vector<NodeIndex> more = StepMatcher(nodes_, other).find_own();
      found.insert(found.end(), more.begin(), more.end());
    }
    if (!step_.others.empty()) {
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
    }
    put_main_frame_first(nodes_, found);
    return found;
  }

 private:
  // Ignores `others`.
  std::vector<NodeIndex> find_own() const {
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
    for (const TargetStep& inner : step_.has) keep_with(inner, found);
    if (is_part_of_table(step_.role) && (step_.name || !step_.has.empty())) {
      std::erase_if(found, [&](NodeIndex i) { return holds_only_tables(nodes_, i); });
    }
    return found;
  }

  // Removes nodes that do not contain a match of `inner` in their own document.
  void keep_with(const TargetStep& inner, std::vector<NodeIndex>& found) const {
    if (inner.kind == TargetStep::Kind::Text) return keep_with_text(nodes_, found, inner.name.value_or(TextPattern{}));
    std::vector<NodeIndex> held = StepMatcher(nodes_, inner).find();
    std::sort(held.begin(), held.end());
    std::erase_if(found, [&](NodeIndex i) { return !holds_one_of(nodes_, held, i, i + 1); });
  }

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

// The elements that the matches stand for as surroundings: a text stands for its parent. Sorted.
std::vector<NodeIndex> as_surroundings(const Nodes& nodes, std::vector<NodeIndex> found) {
  for (NodeIndex& i : found) {
    if (nodes[i].is_text()) i = nodes[i].parent;
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Adds nameless elements of the step's role that contain the step's name as text.
void add_known_by_content(const Nodes& nodes, const TargetStep& step, std::vector<NodeIndex>& found) {
  TargetStep nameless = step;
  nameless.name.reset();
  std::vector<NodeIndex> known = StepMatcher(nodes, nameless).find();
  std::erase_if(known, [&](NodeIndex i) { return !nodes[i].name.empty(); });
  keep_with_text(nodes, known, *step.name);
  found.insert(found.end(), known.begin(), known.end());
  std::sort(found.begin(), found.end());
  put_main_frame_first(nodes, found);
}

// Whether the path up from `node` passes all of `around`, nearest first; `up` takes one step.
template <typename Up>
bool passes(NodeIndex node, std::span<const std::vector<NodeIndex>> around, Up up) {
  std::size_t passed = 0;
  while (passed < around.size()) {
    node = up(node);
    if (node == kNoNode) return false;
    if (std::binary_search(around[passed].begin(), around[passed].end(), node)) ++passed;
  }
  return true;
}

NodeIndex parent_in_document(const Nodes& nodes, NodeIndex node) {
  const NodeIndex parent = nodes[node].parent;
  return parent != kNoNode && nodes[parent].frame == nodes[node].frame ? parent : kNoNode;
}

// Selects the nth match of each document, counted from 1, or its last; all if `nth` is empty.
void keep_nth_of_each_document(const Nodes& nodes, std::vector<NodeIndex>& found, std::optional<int> nth) {
  if (!nth) return;
  std::map<std::uint32_t, int> counts, wanted;
  if (*nth == TargetStep::kLast) {
    for (const NodeIndex i : found) ++wanted[nodes[i].frame];
  }
  std::erase_if(found, [&](NodeIndex i) {
    const std::uint32_t document = nodes[i].frame;
    return ++counts[document] != (*nth == TargetStep::kLast ? wanted[document] : *nth);
  });
}

// The nodes of each step of the surroundings, each list sorted.
std::vector<std::vector<NodeIndex>> match_ancestor_steps(const Nodes& nodes, const std::vector<TargetStep>& steps) {
  std::vector<std::vector<NodeIndex>> around(steps.size());
  for (std::size_t i = steps.size(); i-- > 0;) {
    const TargetStep& step = steps[i];
    std::vector<NodeIndex> found = StepMatcher(nodes, step).find();
    if (step.kind == TargetStep::Kind::Role && step.name) add_known_by_content(nodes, step, found);
    // `#n` counts only nodes inside the following steps.
    const auto behind = std::span(around).subspan(i + 1);
    std::erase_if(found, [&](NodeIndex node) {
      return step.nth && !passes(node, behind, [&](NodeIndex at) { return parent_in_document(nodes, at); });
    });
    keep_nth_of_each_document(nodes, found, step.nth);
    around[i] = as_surroundings(nodes, std::move(found));
  }
  return around;
}

// All matches of a target that is not a ref; ignores `#n`.
std::vector<NodeIndex> find_all(const Nodes& nodes, const Target& target) {
  std::vector<NodeIndex> found = StepMatcher(nodes, target.step()).find();
  const std::vector<std::vector<NodeIndex>> inside = match_ancestor_steps(nodes, target.inside());
  std::vector<std::vector<NodeIndex>> frames;
  for (const TargetStep& step : target.frames()) {
    frames.push_back(as_surroundings(nodes, match_step(nodes, step)));
  }
  std::erase_if(found, [&](NodeIndex i) {
    return !passes(i, inside, [&](NodeIndex at) { return parent_in_document(nodes, at); }) ||
           !passes(i, frames, [&](NodeIndex at) { return frame_owner(nodes, at); });
  });
  return found;
}

}  // namespace

bool is_answered_by_trees(const Target& target) {
  return target.is_ref() || !any_step(target, [](const TargetStep& step) {
           return step.kind != TargetStep::Kind::Role && step.kind != TargetStep::Kind::Text &&
                  step.kind != TargetStep::Kind::Placeholder;
         });
}

std::vector<NodeIndex> match_step(const Nodes& nodes, const TargetStep& step) {
  std::vector<NodeIndex> found = StepMatcher(nodes, step).find();
  keep_nth_of_each_document(nodes, found, step.nth);
  return found;
}

std::vector<NodeIndex> match_ancestor_step(const Nodes& nodes, const TargetStep& step) {
  return match_ancestor_steps(nodes, {step}).front();
}

std::vector<NodeIndex> match_nodes(const Nodes& nodes, const Target& target) {
  std::vector<NodeIndex> found = find_all(nodes, target);
  if (const std::optional<int> nth = target.step().nth) {
    const std::size_t at = *nth == TargetStep::kLast ? found.size() : static_cast<std::size_t>(*nth);
    found = at > 0 && at <= found.size() ? std::vector{found[at - 1]} : std::vector<NodeIndex>{};
  }
  return found;
}

std::vector<NodeIndex> match_target(const Snapshot& snapshot, const Target& target) {
  if (target.is_ref()) {
    const NodeIndex node = snapshot.node_of(target.ref());
    if (node == kNoNode) {
      throw Error(ErrorKind::UnknownRef, target.ref() + " is not in this snapshot");
    }
    return {node};
  }
  return match_nodes(snapshot.nodes(), target);
}

}  // namespace casement
