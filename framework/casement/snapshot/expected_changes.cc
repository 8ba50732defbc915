#include "casement/snapshot/expected_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "casement/base/error.h"
#include "casement/snapshot/diff.h"
#include "casement/snapshot/target_match.h"

namespace casement {
namespace {

// A ref that the snapshot does not contain matches nothing, because its element was added or removed.
std::vector<NodeIndex> matches_in(const Snapshot& page, const Target& target) {
  if (target.is_ref() && page.node_of(target.ref()) == kNoNode) return {};
  return match_target(page, target);
}

class Changes {
 public:
  Changes(const Snapshot& before, const Snapshot& now)
      : before_(before), now_(now), changes_(casement::diff(before, now)) {}

  bool empty() const { return changes_.empty(); }
  std::string text() const { return empty() ? "nothing changed" : "since then:\n" + describe(changes_); }

  // Describes the first unmet expectation, or returns "".
  std::string missing(const ExpectedChanges& expected) const {
    for (const Target& target : expected.added) {
      if (const auto [then, now] = counts(target); now <= then) return told("added", target, then, now);
    }
    for (const Target& target : expected.removed) {
      if (const auto [then, now] = counts(target); now >= then) return told("removed", target, then, now);
    }
    for (const Target& target : expected.changed) {
      if (touches(target)) continue;
      const auto [then, now] = counts(target);
      return then == 0 && now == 0 ? told("changed", target, then, now)
                                   : fmt::format("{} did not change", target.text());
    }
    return "";
  }

 private:
  std::pair<std::size_t, std::size_t> counts(const Target& target) const {
    return {matches_in(before_, target).size(), matches_in(now_, target).size()};
  }

  static std::string told(const char* what, const Target& target, std::size_t then, std::size_t now) {
    return fmt::format("{} was not {}: {} matched before, {} match now", target.text(), what, then, now);
  }

  // Whether any change concerns an element that matches the target, before or now, or a node inside such an element.
  bool touches(const Target& target) const {
    return holds_one(before_.nodes(), matches_in(before_, target), &SnapshotChange::before_node) ||
           holds_one(now_.nodes(), matches_in(now_, target), &SnapshotChange::after_node);
  }

  bool holds_one(const Nodes& nodes, const std::vector<NodeIndex>& matches, NodeIndex SnapshotChange::* node) const {
    return std::ranges::any_of(matches, [&](NodeIndex at) {
      // A run of text shares the line of its parent.
      if (nodes[at].is_text() && nodes[at].parent != kNoNode) at = nodes[at].parent;
      return std::ranges::any_of(changes_, [&](const SnapshotChange& change) {
        return change.*node != kNoNode && change.*node >= at && change.*node < nodes[at].end;
      });
    });
  }

  const Snapshot& before_;
  const Snapshot& now_;
  std::vector<SnapshotChange> changes_;
};

}  // namespace

ChangesMatch match_changes(const Snapshot& before, const Snapshot& now, const ExpectedChanges& expected) {
  for (const auto* targets : {&expected.added, &expected.removed, &expected.changed}) {
    for (const Target& target : *targets) {
      if (is_answered_by_trees(target)) continue;
      throw Error(ErrorKind::Usage,
                  fmt::format("a snapshot cannot answer {}; give role and name instead", target.text()));
    }
  }
  const Changes changes(before, now);
  const bool names_none = expected.added.empty() && expected.removed.empty() && expected.changed.empty();
  if (names_none) return {!changes.empty(), changes.empty() ? changes.text() : ""};
  const std::string missing = changes.missing(expected);
  return {missing.empty(), missing.empty() ? "" : missing + "; " + changes.text()};
}

}  // namespace casement
