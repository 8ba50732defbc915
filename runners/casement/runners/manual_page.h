// Writes the manual page, casement(1), from the same options as --help.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace casement::runners {

// Returns roff with the man macros (man(7)), in UTF-8.
std::string manual_page(const CLI::App& app);

}  // namespace casement::runners
