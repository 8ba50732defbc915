// Exports a trace in the layout of Playwright's traces, so that Playwright's viewer and `playwright trace` read it.
#pragma once

#include <string>
#include <string_view>

namespace casement::reports {

// Returns a ZIP archive in version 10 of the layout (playwright-core 1.65): trace.trace, trace.network and resources.
// `page`: a file that trace_page made. Throws Error{Usage} for any other text.
std::string playwright_trace(std::string_view page);

}  // namespace casement::reports
