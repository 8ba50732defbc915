// Finds visible text in the tree.
#pragma once

#include <string>
#include <vector>

#include "casement/snapshot/node.h"
#include "casement/target/text_pattern.h"

namespace casement {

// Returns matches in document order: runs of text; elements named by their content, whose run is omitted from the tree
// because the name is equal; and the innermost elements whose joined runs match. Values of controls are not text.
std::vector<NodeIndex> match_text(const Nodes& nodes, const TextPattern& pattern);

struct ShownText {
  NodeIndex node;
  std::string text;  // as the page writes it
};
// The same matches with their texts.
std::vector<ShownText> match_shown_text(const Nodes& nodes, const TextPattern& pattern);

}  // namespace casement
