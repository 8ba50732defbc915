// Options for taking a snapshot and for limiting its text. Every cut leaves a mark.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/base/duration.h"

namespace casement {

struct SnapshotOptions {          // of snapshot
  Milliseconds frame_timeout{0};  // per frame; 0: the page's default
  int max_frame_depth = 8;        // the page's own limit may be lower
  bool boxes = false;
  bool aria_hidden = true;  // false omits elements that are visible but aria-hidden
  bool parked = false;      // true includes groups of elements positioned off screen, such as closed menus
  // Also gives a ref to elements with pointer listeners. The browser is asked for these elements.
  bool listeners = false;
  bool reveal_values = false;  // show card numbers and one-time codes; passwords never
  // Limits for the text: nodes past a limit are omitted, and a line states how many. The tree is complete, so targets
  // still find the omitted nodes. 0: no limit.
  std::size_t max_nodes = 0;
  std::size_t max_bytes = 0;    // excluding the line that reports the cut
  std::size_t max_depth = 128;  // levels, counted across frame borders; YAML readers have limits too
  // Number of elements to read in each document; further elements are only counted. 0: all.
  std::size_t max_elements = 0;
  // ECMAScript regular expressions; each match in a value is replaced by bullets. Ignored if `reveal_values` is set.
  std::vector<std::string> secret_patterns = {};
  Milliseconds timeout{0};
};

}  // namespace casement
