// Finds what a Target describes in a snapshot's tree, across frames.
#pragma once

#include <vector>

#include "casement/base/error.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// Every node that matches: the main frame's first, then the frames', in document order; `#n` leaves
// the nth of them. An element is inside whatever is above it, frame borders included, and in every
// frame above it. A placeholder that says the same as the name is not in the tree: where no
// placeholder matches, the names of text fields are asked.
//
// Throws Error{Usage} for css=, testid= and label=, which only the page can answer,
// Error{UnknownRef} for a ref that is not in the tree, and Error{Authoring} for a regular
// expression that does not parse.
std::vector<NodeIndex> match_target(const Snapshot& snapshot, const Target& target);

// The nodes that match one step alone, in the same order.
std::vector<NodeIndex> match_step(const Nodes& nodes, const TargetStep& step);

// The nodes that a step after `inside` stands for. An element that takes no name from its content,
// such as a list item, is known by an element or a text in it that says exactly the step's name.
std::vector<NodeIndex> match_ancestor_step(const Nodes& nodes, const TargetStep& step);

// At most `count` elements that are nearest to the target by name and role, nearest first.
std::vector<SnapshotMatch> nearest_matches(const Snapshot& snapshot, const Target& target,
                                           std::size_t count);

// What Snapshot::ref throws when not exactly one element matches.
Error not_found_error(const Snapshot& snapshot, const Target& target);
Error ambiguous_error(const Snapshot& snapshot, const Target& target,
                      const std::vector<NodeIndex>& matches);

}  // namespace casement
