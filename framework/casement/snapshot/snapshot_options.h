// How a snapshot is taken, and how much of it is shown. What is cut leaves a mark.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

struct SnapshotOptions {          // of snapshot
  Milliseconds frame_timeout{0};  // per frame; 0: the page's
  int max_frame_depth = 8;        // the page's own limit may be lower
  bool boxes = false;
  bool aria_hidden = true;  // false leaves out what a person sees though it is aria-hidden
  bool parked = false;      // true shows groups of elements that are placed where nobody can scroll to, as closed menus
  // Gives a ref to elements on which scripts listen for the pointer too; the browser is asked for them.
  bool listeners = false;
  bool reveal_values = false;  // show card numbers and one-time codes; passwords never
  // Of the text: what is past them is left out, and a line says how much. The tree stays whole, so
  // what is cut can still be found. 0: no limit.
  std::size_t max_nodes = 0;
  std::size_t max_bytes = 0;    // room for the line that tells of the cut comes on top
  std::size_t max_depth = 128;  // levels, carried over frame borders; YAML readers have limits too
  // Elements read of each document; those past it are counted, not read. 0: all.
  std::size_t max_elements = 0;
  // ECMAScript regular expressions; what they match in a value is replaced by bullets.
  std::vector<std::string> secret_patterns = {};
  Milliseconds timeout{0};
};

}  // namespace casement
