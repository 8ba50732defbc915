// Writes a history as one HTML page for people: the page opens from disk, loads nothing and runs no script but its own.
// Pure.
#pragma once

#include <string>
#include <vector>

#include "casement/reports/history.h"
#include "casement/reports/history_summary.h"

namespace casement::reports {

// Returns a whole page. Its script shows the cases from the history as JSON, some at a time. The markup is also
// well-formed XML, so that a parser can prove that no text broke out of its place. `notes` are shown at the top, for
// example the files that could not be read.
std::string history_page(const History& history, const std::vector<CaseSummary>& summaries,
                         const std::vector<std::string>& notes, std::string_view product);

}  // namespace casement::reports
