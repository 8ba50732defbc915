// The summary that GitHub Actions shows on the page of a job's run.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Markdown: the outcomes counted, failures with their messages and places, flaky cases, errors of
// the run, and frames that could not be read. GitHub takes 1 MiB: of long lists the first fifty are
// told, and how many there are.
std::string step_summary(const results::Run& run);

// Appends it to the file that GITHUB_STEP_SUMMARY names, where that is set. Throws
// Error{Environment} where it cannot.
void append_step_summary(const results::Run& run);

}  // namespace casement::reports
