// Writes everything below the heading of a case in the HTML page.
#pragma once

#include <string>
#include <string_view>

#include "casement/results/model.h"

namespace casement::reports {

// Returns text of a page for markup, in one line.
std::string html_line(std::string_view text);
// The same for a <pre>: keeps line feeds.
std::string html_lines(std::string_view text);
// Returns the link target of a file of the report: its path, percent-encoded after "./", so that no part of it is taken
// for a scheme or a host.
std::string link_target(std::string_view path);
// Returns an address as a link if browsers open it as a page; otherwise as text.
std::string link_to(const std::string& url);
// Returns the mark of an outcome, with its word for screen readers.
std::string html_mark(results::Outcome outcome);

// Returns a <details>, which is open for a failed case; `id` is its anchor.
std::string html_case(const results::Case& one, std::string_view id);

}  // namespace casement::reports
