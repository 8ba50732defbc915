// Reads what `write_reports` wrote: one folder, or all that tests left below one, as those of a
// ctest run do.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

// The run whose reports stand in `folder`, with the bytes of its attachments. Attempts that
// `begin_reports` kept there are the earlier attempts of its cases. Throws Error{Usage} where
// results.json cannot be read or names a file that is not below the folder.
results::Run read_reports(const std::filesystem::path& folder);

// The folders with a results.json nearest below `folder`, itself left out, in the order of their
// paths; `left_out` and what is below it are passed over, links too.
std::vector<std::filesystem::path> report_folders_below(const std::filesystem::path& folder,
                                                        const std::filesystem::path& left_out = {});

// One run of all that stands below `folder`; a report that cannot be read is an error of the run.
results::Run join_reports_below(const std::filesystem::path& folder, const std::filesystem::path& left_out = {});

}  // namespace casement::reports
