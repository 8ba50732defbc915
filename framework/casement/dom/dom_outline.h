// Selects the parts of a tree to write, and their order: dissolves elements that only group others, and counts what is
// left out. For this room's own sources.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/dom/dom_snapshot.h"

namespace casement {

struct OutlineItem {
  NodeIndex node = kNoNode;           // an element; kNoNode for a text
  std::string text;                   // only for a text
  std::vector<std::size_t> children;  // indices of items
  std::size_t left_out = 0;           // elements inside, beyond max_depth
};

// The content of a frame or of a shadow root that is listed apart.
struct OutlinePart {
  NodeIndex host = kNoNode;
  std::vector<std::size_t> children;
};

struct Outline {
  std::vector<OutlineItem> items;
  std::vector<std::size_t> top;
  std::vector<OutlinePart> frames, shadow_roots;
  std::size_t interactive_left_out = 0;  // beyond max_interactive
};

// Throws Error{Usage} for invalid options.
Outline outline_of(const DomSnapshot& dom, const DomJsonOptions& options);

}  // namespace casement
