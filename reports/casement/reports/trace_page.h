// The page of a trace: one file without a network, which shows the steps of a case with the pages before and after
// them.
#pragma once

#include <string>
#include <string_view>

namespace casement::reports {

// `trace`: the JSON of an attachment with results::kTraceMediaType.
std::string trace_page(std::string_view trace);

// Returns the JSON of a page that trace_page made. Throws Error{Usage} for any other text.
std::string trace_in_page(std::string_view page);

}  // namespace casement::reports
