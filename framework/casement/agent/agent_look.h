// What an agent is told of a page: all of it, a part, or what changed since it saw the page before. Each state of a
// page that is told has a number by which later calls speak of it.
#pragma once

#include <string>

#include "casement/agent/agent_answer.h"

namespace casement {

struct LookOptions {
  SnapshotOptions snapshot = {};
  bool whole = false;   // not only what changed since the agent saw the page last
  int since = 0;        // the number of the snapshot that changes are told since; 0: the one that was told last
  std::string within;   // a ref or a description of what is told of; "": everything
  std::string frame;    // a name, index, address or ref of the frame that is told of; "": all
  bool compact = true;  // as PageView writes it; else as snapshots and templates are written
  bool peek = false;    // leaves what the agent has seen as it was
};

// Changes, among them frames that could not be read; the whole where the page was not seen, where it is at another
// address, or where that is shorter. Remembers the page as it is now. Throws Error{NotFound}, Error{Ambiguous} and
// Error{Usage} for `within` and `frame`, and what taking a snapshot throws.
AgentAnswer look_at(AgentPage& page, const LookOptions& options);

}  // namespace casement
