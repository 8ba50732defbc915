// The clipboard's text, read and written without the page's doing. It is the browser's: all its pages
// share it.
#pragma once

#include <string>
#include <string_view>

#include "casement/browser/page/page_session.h"

namespace casement {

// What is in the clipboard as text, "" for nothing. Throws Error{Timeout} and what the page's end
// throws.
std::string read_clipboard(PageSession& page, Deadline deadline);
void write_clipboard(PageSession& page, std::string_view text, Deadline deadline);

// A JavaScript function of the text, which puts it into the clipboard and gives whether Chrome let it
// (js/clipboard.js).
std::string_view clipboard_source();

}  // namespace casement
