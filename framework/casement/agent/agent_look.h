// Describes a page to an agent: the whole page, a part, or the changes since the agent last saw it. Each reported state
// of a page has a number, which later calls can refer to.
#pragma once

#include <string>

#include "casement/agent/agent_answer.h"

namespace casement {

struct LookOptions {
  SnapshotOptions snapshot = {};
  bool whole = false;   // report the whole page, not only changes
  int since = 0;        // report changes since this snapshot number; 0: since the last reported one
  std::string within;   // a ref or description of the part to report; "": everything
  std::string frame;    // name, index, address or ref of the frame to report; "": all
  bool compact = true;  // the text of PageView; false: the text of snapshots and templates
  bool peek = false;    // do not change what counts as seen
};

// Reports changes and unreadable frames. Reports the whole text if the agent has not seen the page, if its address has
// changed, or if the whole text is not longer than the changes. Stores the current state as seen. Throws
// Error{NotFound}, Error{Ambiguous} and Error{Usage} for `within` and `frame`, and the errors of taking a snapshot.
AgentAnswer look_at(AgentPage& page, const LookOptions& options);

}  // namespace casement
