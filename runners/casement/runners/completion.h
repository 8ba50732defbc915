// Shell completion, made from the command line's own tree of options, so that it cannot drift.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace casement::runners {

enum class Shell { Bash, Zsh, Fish };

// A script that the shell reads at its start.
std::string completion_script(const CLI::App& app, Shell shell);

}  // namespace casement::runners
