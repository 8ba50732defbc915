// A pause for a person who looks at the page: the program goes on when Enter is pressed.
#pragma once

#include <string_view>

namespace casement {

class PageSession;

// Waits for a line, or the end, on the terminal that is standard input. If the page's browser has no window, or
// standard input is no terminal, writes a line to standard error and returns. `at` names the place: "shop_spec.cc:12".
void wait_for_person(PageSession& page, std::string_view at);
// The same for a browser with or without a window.
void wait_for_person(bool has_window, std::string_view at);

}  // namespace casement
