// Whether output is coloured: as --color says, and without it on a terminal alone, unless NO_COLOR
// is set or TERM is dumb.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace casement::runners {

enum class Colours { Auto, Always, Never };

// Adds --color to the command; what it says holds for the whole program.
void add_colour_option(CLI::App& command);

// A terminal that can do more than print: lines that are rewritten, colours.
bool is_capable_terminal(int descriptor);
bool has_colours(int descriptor);

enum class Ink { Red = 31, Green = 32, Yellow = 33, Bold = 1 };
// `text` in that colour where `on`.
std::string painted(std::string_view text, Ink ink, bool on);
// A message of ours, "file:3:5: error: …" with its excerpt or "casement: …": the word that tells
// its weight and the line that points are coloured. Other text may be in it; it was made fit for a
// terminal before.
std::string painted_diagnostic(std::string_view text, bool on);

}  // namespace casement::runners
