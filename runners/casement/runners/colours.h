// Decides whether output is coloured: as --color requests; by default only on a terminal, unless NO_COLOR is set or
// TERM is dumb.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace casement::runners {

enum class Colours { Auto, Always, Never };

// Adds --color to the command. The option applies to the whole program.
void add_colour_option(CLI::App& command);

// Whether the terminal can rewrite lines and show colours.
bool is_capable_terminal(int descriptor);
bool has_colours(int descriptor);

enum class Ink { Red = 31, Green = 32, Yellow = 33, Bold = 1 };
// Returns `text` in that colour if `on`.
std::string painted(std::string_view text, Ink ink, bool on);
// Colours a diagnostic, "file:3:5: error: …" with its excerpt or "casement: …": the word "error" or "warning", and the
// line that points into the excerpt. The rest of `text` must already be safe for a terminal.
std::string painted_diagnostic(std::string_view text, bool on);

}  // namespace casement::runners
