// One case of the HTML page: everything below its heading.
#pragma once

#include <string>
#include <string_view>

#include "casement/results/model.h"

namespace casement::reports {

// Text from a page as it may stand in markup, kept in one line.
std::string html_line(std::string_view text);
// The same for a <pre>: line feeds are kept.
std::string html_lines(std::string_view text);
// Where a link to a file of the report leads: its path, percent-encoded after "./", so that nothing in it is taken for
// a scheme or a host.
std::string link_target(std::string_view path);
// An address as a link, in so far as a browser opens it as a page.
std::string link_to(const std::string& url);
// The mark of an outcome, with its word for those who hear the page.
std::string html_mark(results::Outcome outcome);

// A <details> that is open for a failed case; `id` is its anchor.
std::string html_case(const results::Case& one, std::string_view id);

}  // namespace casement::reports
