// Puts a run's reports on disk: junit.xml, index.html, results.json (all of it, for
// `casement report merge` and --last-failed) and the attachments below one folder. The
// only part of this room that touches files.
#pragma once

#include <filesystem>
#include <vector>

#include "casement/reports/junit.h"
#include "casement/results/model.h"

namespace casement::reports {

struct ReportFiles {
  std::filesystem::path junit;
  std::filesystem::path html;
  std::filesystem::path results;
  results::Run run;  // with the attachments' paths
};

// Writes into `folder`, made if missing; files of an earlier run are replaced, each at once, so
// that no reader sees half of one. Attachments get safe, unique names below attachments/, and their
// `path` is set before the reports are made; servers' logs stay where they are, and are told from the folder. What
// cannot be written (a full disk) keeps nothing else from being written; at the end throws Error{Environment} naming
// each path and the reason.
ReportFiles write_reports(results::Run run, const std::filesystem::path& folder, JunitOptions junit = {});

// Before a run: puts reports that say "the run did not end" in place of an earlier run's, and removes
// its attachments. Between `start_joining` and `finish_joining` of a folder above, the earlier run is an attempt at the
// same test, as `ctest --repeat` makes several: it is kept. A run that gets killed so leaves no results of another one,
// and --last-failed knows its cases; a folder that cannot be written is known before a browser starts. Throws as above.
void begin_reports(results::Run planned, const std::filesystem::path& folder, const JunitOptions& junit = {});

// The folders in which `begin_reports` kept attempts at the test whose reports stand in `folder`; oldest first.
std::vector<std::filesystem::path> kept_attempts(const std::filesystem::path& folder);

// Before tests that each write their reports below `folder`: removes those of earlier runs there, so that none of them
// is among the joined ones, and puts reports in the folder itself that say "the run did not end". Throws as above.
void start_joining(const std::filesystem::path& folder);

// Whether `start_joining` was called for a folder above, and `finish_joining` not yet.
bool is_joined_above(const std::filesystem::path& folder);

// After them: writes the joined run into the folder itself.
ReportFiles finish_joining(results::Run joined, const std::filesystem::path& folder);

}  // namespace casement::reports
