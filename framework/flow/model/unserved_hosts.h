// What a flow opens that nothing seems to serve, found without running it. Any thread.
#pragma once

#include <string>
#include <vector>

#include "casement/flow/model/flow.h"

namespace casement {

struct UnservedHost {
  results::SourcePlace where;  // of the step that opens it
  std::string message;         // one line
  std::string hint;            // what to write instead; "" where nothing is known
};

// Each host once, where it is met first. Addresses that only a run knows, and those that a `route`
// answers, are let pass. `flow` was loaded without errors. A site whose site.yaml does not check
// has nothing to say.
std::vector<UnservedHost> unserved_hosts(const Flow& flow);

}  // namespace casement
