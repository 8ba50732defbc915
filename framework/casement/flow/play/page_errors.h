// Checks a page for errors, and waits for a text in the clipboard.
#pragma once

#include <string>
#include <vector>

#include "casement/api/page.h"

namespace casement {

struct ErrorFilter {
  std::vector<std::string> kinds;    // "console", "page", "requests"
  std::vector<std::string> ignored;  // globs for lines to ignore
};

// Checks the errors that the page has recorded so far: console lines of level error, uncaught exceptions and
// rejections, requests without a response or with a status of 400 or above. Ignores requests that the page itself
// cancelled. Throws Error{Assertion}: the message has the first error, the trail the others.
void require_no_errors(Page page, const ErrorFilter& filter);

// Waits until the clipboard's text matches (or if `negated`, does not). Polls every 100 ms, because no event reports a
// change.
void await_clipboard(Page page, const TextPattern& expected, bool negated, Milliseconds timeout);

}  // namespace casement
