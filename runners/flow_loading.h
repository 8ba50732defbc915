// Loads the flows of a command, with the variables that its command line gives, and prints every
// authoring error there is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "casement/flow/flow.h"

namespace CLI {
class App;
}

namespace casement::runners {

struct FlowLoading {
  std::vector<std::string> variables;  // NAME=VALUE
  std::uint64_t seed = 0;              // of random(…) and uuid()
  bool with_sites = false;             // a site without a folder is an error
};

// Adds --var.
void add_loading_options(CLI::App& command, FlowLoading& loading);

struct LoadedFlows {
  std::vector<Flow> flows;
  std::size_t bad = 0;     // files that could not be loaded
  std::size_t errors = 0;  // in them
};

// Throws Error{Usage} for one that is not NAME=VALUE.
FlowVariables variables_of(const FlowLoading& loading);
// Throws Error{Usage} for a variable that no flow declares.
void require_declared(const std::vector<Flow>& flows, const FlowVariables& variables);

// Prints what is wrong on standard error. Throws Error{Usage} for a file that cannot be read, and for
// a variable that is not NAME=VALUE or that no flow declares.
LoadedFlows load_flows(const std::vector<std::string>& files, const FlowLoading& loading);

}  // namespace casement::runners
