// What of a tree is written, and in which order: elements that only hold others dissolved, or not; what is left out
// counted. Of this room alone.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/dom/dom_snapshot.h"

namespace casement {

struct OutlineItem {
  NodeIndex node = kNoNode;           // an element; kNoNode for a text
  std::string text;                   // of a text
  std::vector<std::size_t> children;  // items
  std::size_t left_out = 0;           // elements in it past max_depth
};

// The content of a frame or of a shadow root that stands apart.
struct OutlinePart {
  NodeIndex host = kNoNode;
  std::vector<std::size_t> children;
};

struct Outline {
  std::vector<OutlineItem> items;
  std::vector<std::size_t> top;
  std::vector<OutlinePart> frames, shadow_roots;
  std::size_t interactive_left_out = 0;  // past max_interactive
};

// Throws Error{Usage} for options that cannot be.
Outline outline_of(const DomSnapshot& dom, const DomJsonOptions& options);

}  // namespace casement
