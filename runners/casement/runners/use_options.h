// Command-line options for the keys of a flow's `use`: the same names, words and checks.
#pragma once

#include <map>
#include <string>

#include "casement/browser/values/context_options.h"

namespace CLI {
class App;
}

namespace casement::runners {

// Adds an option for each key of `use` with a single value: --viewport 390x844, --storage-state FILE, --mobile.
void add_use_options(CLI::App& command, std::map<std::string, std::string>& values);

// Throws Error{Usage} with the name of the option.
ContextOptions context_options_of(const std::map<std::string, std::string>& values);

}  // namespace casement::runners
