// Reads the reports that `write_reports` wrote: from one folder, or from all folders below it, as after a run of ctest.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

// Returns the run whose reports are in `folder`, with the bytes of its attachments. Attempts that `begin_reports` kept
// there become earlier attempts of its cases. Throws Error{Usage} if results.json cannot be read or names a file that
// is not below the folder.
results::Run read_reports(const std::filesystem::path& folder);

// The same run with only the fields that histories need (results_outline.h). Attachments may be missing.
results::Run read_outline(const std::filesystem::path& folder);

// Returns the nearest folders with a results.json below `folder`, without `folder` itself, in the order of their paths.
// Skips links, and `left_out` with everything below it.
std::vector<std::filesystem::path> report_folders_below(const std::filesystem::path& folder,
                                                        const std::filesystem::path& left_out = {});

// Merges all reports below `folder` into one run; a report that cannot be read becomes an error of the run.
results::Run join_reports_below(const std::filesystem::path& folder, const std::filesystem::path& left_out = {});

}  // namespace casement::reports
