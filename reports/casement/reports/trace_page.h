// The page of a trace: one file without a network, which shows the steps of a case with the pages before and after
// them.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/json.h"

namespace casement::reports {

// `trace`: the JSON of an attachment with results::kTraceMediaType.
std::string trace_page(std::string_view trace);

// Returns the trace of a page that trace_page made. Throws Error{Usage} for any other text.
Json read_trace(std::string_view page);

// Returns the JSON of a page that trace_page made. Throws Error{Usage} for any other text.
std::string trace_in_page(std::string_view page);

// The failure of the case that this step reported, with its details; the step's message if the case has no such
// failure.
std::string failure_of_step(const Json& trace, const Json& step);

// The text at this key of an object in a trace; "" if there is none.
std::string text_in(const Json& object, const char* key);

}  // namespace casement::reports
