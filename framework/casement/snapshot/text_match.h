// Finds visible text in the tree.
#pragma once

#include <vector>

#include "casement/snapshot/node.h"
#include "casement/target/text_pattern.h"

namespace casement {

// In document order: the runs that match; elements named by their content, whose run is left out of
// the tree because it says the same; and the innermost elements whose runs together match. What a
// control holds is no text.
std::vector<NodeIndex> match_text(const Nodes& nodes, const TextPattern& pattern);

}  // namespace casement
