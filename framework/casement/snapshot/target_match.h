// Finds the nodes that a Target describes in a snapshot's tree, across frames. find/js/query.js does the same in a
// page, and explains why both are needed.
#pragma once

#include <vector>

#include "casement/base/error.h"
#include "casement/snapshot/snapshot.h"
#include "casement/target/target_step.h"

namespace casement {

// Returns all matching nodes in document order, first those of the main frame; `#n` selects the nth. An element is
// inside each of its ancestors in its document, and in every frame around it. `#n` after an `inside` step counts
// matches per document, among those inside the following steps. A placeholder equal to the name is not in the tree.
// Therefore, if no placeholder matches, the names of text fields are compared.
//
// A page finds the same elements, with one exception: `Boil <b>slowly</b>` is one run here, but a page knows its parts.
// Throws Error{Usage} for css=, testid=, label=, alt= and title=, which only the page can answer. Throws
// Error{UnknownRef} for a ref that is not in the tree, and Error{Authoring} for a regular expression with a syntax
// error.
std::vector<NodeIndex> match_target(const Snapshot& snapshot, const Target& target);

// The same for nodes that no Snapshot owns, and a target that is not a ref.
std::vector<NodeIndex> match_nodes(const Nodes& nodes, const Target& target);

// The nodes that match one step, ignoring surroundings, in the same order; `#n` selects the nth of each document.
std::vector<NodeIndex> match_step(const Nodes& nodes, const TargetStep& step);

// The nodes that match a step after `inside`, sorted. An element whose name does not come from its content, such as a
// list item, also matches if it contains the step's name as text (see match_text).
std::vector<NodeIndex> match_ancestor_step(const Nodes& nodes, const TargetStep& step);

// Whether a tree can answer the target: it contains no css=, testid=, label=, alt= or title=.
bool is_answered_by_trees(const Target& target);

// Up to `count` elements with the most similar name and role, nearest first.
std::vector<SnapshotMatch> nearest_matches(const Snapshot& snapshot, const Target& target, std::size_t count);

// The errors of Snapshot::ref if not exactly one element matches.
Error not_found_error(const Snapshot& snapshot, const Target& target);
// Returns the part of a target that selects this match by its place, such as ` inside listbox` or ` inside listitem
// that has text "Sencha"`: the place is the outermost element that contains no other match. "" if no text is in one
// such element only.
std::string distinct_place(const Nodes& nodes, const std::vector<NodeIndex>& matches, NodeIndex match);
// Returns at most three elements that are unique on the page and stand between this match and its neighbours, headings
// first: `heading "Kestrel"`. They tell matches apart whose containers have no role.
std::vector<std::string> neighbours(const Nodes& nodes, const std::vector<NodeIndex>& matches, NodeIndex match);
Error ambiguous_error(const Snapshot& snapshot, const Target& target, const std::vector<NodeIndex>& matches);

}  // namespace casement
