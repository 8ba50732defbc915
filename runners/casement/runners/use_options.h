// What a flow says under `use`, as options of a command: the same names, words and checks.
#pragma once

#include <map>
#include <string>

#include "casement/browser/values/context_options.h"

namespace CLI {
class App;
}

namespace casement::runners {

// Adds an option for each key of `use` that is one word: --viewport 390x844, --storage-state FILE,
// --mobile.
void add_use_options(CLI::App& command, std::map<std::string, std::string>& values);

// Throws Error{Usage} that names the option.
ContextOptions context_options_of(const std::map<std::string, std::string>& values);

}  // namespace casement::runners
