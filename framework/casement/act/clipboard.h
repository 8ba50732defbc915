// Reads and writes the text in the clipboard without help from the page. All pages of a browser share one clipboard.
#pragma once

#include <string>
#include <string_view>

#include "casement/browser/page/page_session.h"

namespace casement {

// Returns the text in the clipboard, or "" if the clipboard contains no text. Throws Error{Timeout}, and the page's end
// error if the page closes.
std::string read_clipboard(PageSession& page, Deadline deadline);
void write_clipboard(PageSession& page, std::string_view text, Deadline deadline);

// Returns the JavaScript function in js/clipboard.js: puts its argument into the clipboard and returns whether Chrome
// allowed that.
std::string_view clipboard_source();

}  // namespace casement
