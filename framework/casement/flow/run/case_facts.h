// Facts of a case for its trace.
#pragma once

#include <vector>

#include "casement/base/json.h"
#include "casement/results/model.h"

namespace casement {

// Names and values for people, as [["began", "2026-03-01T09:30:00.000Z"]…]: time, place, tags, machine, and the facts
// of the page (trace/page_facts.h). `began` and `ended`: milliseconds since the epoch.
Json case_facts(const results::Case& record, double began, double ended, const std::vector<results::Property>& of_page);

}  // namespace casement
