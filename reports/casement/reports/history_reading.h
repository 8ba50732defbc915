// Reads the results of many runs, and histories that were written before.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "casement/reports/history.h"

namespace casement::reports {

struct UnreadFile {
  std::filesystem::path path;
  std::string reason;  // without the path
};

// Adds the run or the history that `input` is, or all runs and histories below the folder `input`. Reads the nearest
// results.json in each folder, because the folders below it contain the parts of the same run. Skips links. Returns the
// files and folders that could not be read.
std::vector<UnreadFile> read_history(const std::filesystem::path& input, HistoryJoiner& joiner);

}  // namespace casement::reports
