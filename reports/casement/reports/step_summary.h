// The summary that GitHub Actions shows on the page of a job's run.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::reports {

// Returns Markdown: counts of outcomes, failures with their messages and places, flaky cases, errors of the run, and
// frames that could not be read. GitHub accepts 1 MiB, so a long list shows its first fifty entries, and how many there
// are.
std::string step_summary(const results::Run& run);

// Appends the summary to the file that GITHUB_STEP_SUMMARY names, if set. Throws Error{Environment} if the file cannot
// be written.
void append_step_summary(const results::Run& run);

}  // namespace casement::reports
