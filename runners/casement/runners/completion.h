// Makes shell completion from the command line's own tree of options, so that completion and options cannot differ.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace casement::runners {

enum class Shell { Bash, Zsh, Fish };

// Returns a script that the shell reads at its start.
std::string completion_script(const CLI::App& app, Shell shell);

}  // namespace casement::runners
