// The manual page, casement(1), of the same options as --help.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace casement::runners {

// In roff's man macros (man(7)), UTF-8.
std::string manual_page(const CLI::App& app);

}  // namespace casement::runners
