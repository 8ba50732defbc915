// Checks the changes between two snapshots of a page against the expectations of a test.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/snapshot.h"
#include "casement/target/target.h"

namespace casement {

// All listed changes are required. Without any, at least one change of any kind is required. Targets must be answerable
// from a snapshot: css=, testid=, label=, alt= and title= are not.
struct ExpectedChanges {
  std::vector<Target> added = {};    // more elements match than before
  std::vector<Target> removed = {};  // fewer elements match than before
  // A line of a matching element, or of a node inside, was added, removed or changed.
  std::vector<Target> changed = {};
};

// The result of the check.
struct ChangesMatch {
  bool matched = false;
  std::string message;  // the first unmet expectation, and the actual changes; "" if all are met
};

// Throws Error{Usage} for a target that only a page can answer.
ChangesMatch match_changes(const Snapshot& before, const Snapshot& now, const ExpectedChanges& expected);

}  // namespace casement
