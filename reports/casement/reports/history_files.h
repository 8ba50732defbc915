// Writes a history to disk: history.html for people, and history.json, which a later call reads again.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "casement/reports/history.h"
#include "casement/reports/history_reading.h"
#include "casement/reports/history_summary.h"

namespace casement::reports {

struct HistoryFiles {
  std::filesystem::path html, json;
};

// Replaces the files in `folder` atomically; creates the folder if missing. The page shows the files that could not be
// read. Throws Error{Environment} if a file cannot be written, and Error{Usage} if the earlier history.json in the
// folder is one of the unread files, because replacing it would lose its runs.
HistoryFiles write_history(const History& history, const std::vector<CaseSummary>& summaries,
                           const std::vector<UnreadFile>& unread, std::string_view product,
                           const std::filesystem::path& folder);

}  // namespace casement::reports
