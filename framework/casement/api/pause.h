// A pause for a person who looks at the page: the program goes on when Enter is pressed.
#pragma once

#include <string_view>

namespace casement {

class PageSession;

// Waits until a line has come, or the end, on the terminal that is standard input. Where the page's
// browser has no window, or there is no terminal, it says so on standard error and returns: nobody
// could look, or end the wait. `at` names the place: "shop_spec.cc:12".
void wait_for_person(PageSession& page, std::string_view at);
// The same where it is known whether there is a window.
void wait_for_person(bool has_window, std::string_view at);

}  // namespace casement
