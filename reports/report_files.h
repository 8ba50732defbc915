// Puts a run's reports on disk: junit.xml, index.html, results.json (all of it, for
// `casement report merge` and --last-failed) and the attachments below one folder. The
// only part of this room that touches files.
#pragma once

#include <filesystem>

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
// `path` is set before the reports are made. What cannot be written (a full disk) keeps nothing else
// from being written; at the end throws Error{Environment} naming each path and the reason.
ReportFiles write_reports(results::Run run, const std::filesystem::path& folder,
                          const JunitOptions& junit = {});

// Before a run: puts reports that say "the run did not end" in place of an earlier run's, and removes
// its attachments. A run that gets killed so leaves no results of another one, and --last-failed
// knows its cases; a folder that cannot be written is known before a browser starts. Throws as above.
void begin_reports(results::Run planned, const std::filesystem::path& folder,
                   const JunitOptions& junit = {});

}  // namespace casement::reports
