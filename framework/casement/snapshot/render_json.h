// Writes a snapshot as one flat JSON object for programs. Keys: url, title, frames, failures, warnings, nodes. An
// element has depth and, unless empty, role, name, ref, states, url, placeholder, error, box, frame; a text run has
// depth and text, a control's value depth and value. Nothing is shortened.
#pragma once

#include <string>

#include "casement/snapshot/snapshot.h"

namespace casement {

// Valid JSON in UTF-8, whatever text the page contains.
std::string render_json(const Snapshot& snapshot);

}  // namespace casement
