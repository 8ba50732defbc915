// Writes a run's reports to disk: junit.xml, index.html, results.json (complete, for `casement report merge` and
// --last-failed) and the attachments, below one folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "casement/reports/junit.h"
#include "casement/results/model.h"

namespace casement::reports {

struct ReportFiles {
  std::filesystem::path junit;
  std::filesystem::path html;
  std::filesystem::path results;
  results::Run run;  // with the attachments' paths

  // The traces of the cases, and of the cases that failed.
  std::vector<std::filesystem::path> traces() const;
  std::vector<std::filesystem::path> traces_of_failed() const;
  // The lines at the end of a run in a terminal: the reports, and the first traces of failed cases.
  std::string told() const;
};

// Writes into `folder`, which is created if missing. Files of an earlier run are replaced atomically, so that no reader
// sees half a file. Attachments get safe, unique names below attachments/, and their `path` is set before the reports
// are made. Logs of servers stay in their place; reports contain their paths from the folder. If a file cannot be
// written (a full disk), the other files are still written; at the end throws Error{Environment} with each path and
// reason.
ReportFiles write_reports(results::Run run, const std::filesystem::path& folder, JunitOptions junit = {});

// Call before a run: replaces the reports of an earlier run by reports that state "the run did not end", and removes
// its attachments. So a killed run leaves no results of another run, --last-failed knows its cases, and a folder that
// cannot be written is reported before a browser starts. Between `start_joining` and `finish_joining` of a folder
// above, the earlier run is kept, because it is an attempt at the same test, as with `ctest --repeat`. Throws as above.
void begin_reports(results::Run planned, const std::filesystem::path& folder, const JunitOptions& junit = {});

// Returns the folders in which `begin_reports` kept attempts at the test with reports in `folder`, oldest first.
std::vector<std::filesystem::path> kept_attempts(const std::filesystem::path& folder);

// Call before tests that each write their reports below `folder`: removes earlier reports there, so that they are not
// merged, and writes reports into the folder itself that state "the run did not end". Throws as above.
void start_joining(const std::filesystem::path& folder);

// Whether `start_joining` was called for a folder above, and `finish_joining` not yet.
bool is_joined_above(const std::filesystem::path& folder);

// Call after the tests: writes the merged run into the folder itself.
ReportFiles finish_joining(results::Run joined, const std::filesystem::path& folder);

}  // namespace casement::reports
