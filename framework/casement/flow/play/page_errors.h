// What a flow can expect of a page beside what it shows.
#pragma once

#include <string>
#include <vector>

#include "casement/api/page.h"

namespace casement {

struct ErrorFilter {
  std::vector<std::string> kinds;    // "console", "page", "requests"
  std::vector<std::string> ignored;  // globs on the lines that would be listed
};

// Of what the page has kept so far: console lines of level error, uncaught exceptions and
// rejections, requests without an answer or with a status of 400 or more. A request that the page
// itself gave up is no error. Throws Error{Assertion} whose trail lists them.
void require_no_errors(Page page, const ErrorFilter& filter);

// Until the clipboard's text is like this; asked again every 100 ms, since no event reports it.
void await_clipboard(Page page, const TextPattern& expected, bool negated, Milliseconds timeout);

}  // namespace casement
