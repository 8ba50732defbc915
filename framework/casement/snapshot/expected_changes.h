// What a test expects to have changed between two snapshots of a page.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/snapshot.h"
#include "casement/target/target.h"

namespace casement {

// All of it has to be so; with nothing named, anything may have changed, and something must have. The targets are what
// snapshots can answer: no css=, testid=, label=, alt= or title=.
struct ExpectedChanges {
  std::vector<Target> added = {};    // more elements match it than before
  std::vector<Target> removed = {};  // fewer do
  // A line of an element that matches it, or of something in that, came, went or is another.
  std::vector<Target> changed = {};
};

// Whether the changes were found.
struct ChangesMatch {
  bool matched = false;
  std::string message;  // which was not, and what has changed instead; "" where all were found
};

// Throws Error{Usage} for a target that only the page can answer.
ChangesMatch match_changes(const Snapshot& before, const Snapshot& now, const ExpectedChanges& expected);

}  // namespace casement
