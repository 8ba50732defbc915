// For a process that outlives who forked it, to report or to tidy up behind it. In the forked process alone, once.
#pragma once

#include <initializer_list>

#include "casement/base/unique_fd.h"

namespace casement {

enum class StandardOutput {
  Kept,     // what this process says belongs to what its owner said
  Dropped,  // whoever reads the owner's output does not wait for this process
};

// Leaves the owner's session, and holds nothing of it but `kept`, which come to stand from descriptor 3 on, and perhaps
// its output; standard input is empty. Signals that are meant for the owner, its group or its terminal (SIGINT,
// SIGTERM, SIGHUP, SIGQUIT, SIGPIPE) and the limit of file sizes (SIGXFSZ) are ignored, others do what they do by
// default. One of `kept` that has no descriptor stays without. At most six.
void stand_apart(std::initializer_list<UniqueFd*> kept, StandardOutput output);

}  // namespace casement
