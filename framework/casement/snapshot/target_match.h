// Finds what a Target describes in a snapshot's tree, across frames. find/js/query.js finds the same in a page: see
// there for why both are needed.
#pragma once

#include <vector>

#include "casement/base/error.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// Every node that matches: the main frame's first, then the frames', in document order; `#n` leaves
// the nth of them. An element is inside whatever is above it in its document, and in every frame
// above it; `#n` behind one of these counts the ones in each document that are inside of what
// follows it. A placeholder that says the same as the name is not in the tree: where no
// placeholder matches, the names of text fields are asked.
//
// A page finds the same, and more in one respect: where `Boil <b>slowly</b>` is one run here, a page knows
// its parts. Throws Error{Usage} for css=, testid=, label=, alt= and title=, which only the page can answer,
// Error{UnknownRef} for a ref that is not in the tree, and Error{Authoring} for a regular
// expression that does not parse.
std::vector<NodeIndex> match_target(const Snapshot& snapshot, const Target& target);

// The nodes that match one step alone, in the same order; `#n` leaves the nth of each document.
std::vector<NodeIndex> match_step(const Nodes& nodes, const TargetStep& step);

// The nodes that a step after `inside` stands for. An element that takes no name from its content,
// such as a list item, is known by a text in it, as match_text finds it, that is the step's name. Sorted.
std::vector<NodeIndex> match_ancestor_step(const Nodes& nodes, const TargetStep& step);

// Whether a tree can answer it, and not the page alone: it has no css=, testid=, label=, alt= or title= in it.
bool is_answered_by_trees(const Target& target);

// At most `count` elements that are nearest to the target by name and role, nearest first.
std::vector<SnapshotMatch> nearest_matches(const Snapshot& snapshot, const Target& target, std::size_t count);

// What Snapshot::ref throws when not exactly one element matches.
Error not_found_error(const Snapshot& snapshot, const Target& target);
Error ambiguous_error(const Snapshot& snapshot, const Target& target, const std::vector<NodeIndex>& matches);

}  // namespace casement
