// The tree for programs: one flat JSON object. Keys: url, title, frames, failures, warnings, nodes;
// a node has depth, and as far as it has them role, name, ref, states, url, placeholder, error,
// box, frame; a text run has depth and text, a control's value depth and value. Nothing is
// shortened.
#pragma once

#include <string>

#include "casement/snapshot/snapshot.h"

namespace casement {

// Valid JSON in UTF-8, whatever the page says.
std::string render_json(const Snapshot& snapshot);

}  // namespace casement
