// Judges the cases of a history: newly failing, flaky, slow. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "casement/reports/history.h"

namespace casement::reports {

// In the order in which readers look at cases. "Lately" is the seven days before the newest run.
enum class CaseState {
  NewlyFailing,  // failed in its newest judged run; began to fail lately, after it had passed
  Failing,       // failed in its newest judged run, and has failed for longer, or has never passed
  Flaky,         // passed in its newest judged run, and was flaky lately
  Passing,
  Skipped,  // no run judged the case
  Gone,     // no run of the last seven days contains the case
};
std::string_view to_string(CaseState state);  // "new", "failing", …

struct CaseSummary {
  std::size_t index = 0;  // in History::cases
  CaseState state = CaseState::Skipped;
  // Numbers of results. `judged` counts results that passed, failed or were flaky; `passed` counts the flaky results of
  // retries too. A result is flaky if a retry passed, or if the case both passed and failed with this commit and
  // browser.
  std::size_t judged = 0, passed = 0, flaky = 0;
  std::size_t flaky_lately = 0;
  std::uint16_t median = 0;  // duration_code of the results that passed, or of all judged results if none passed
  std::uint16_t recent = 0;  // the same of the newest five such results
  // Indices in HistoryCase::results: the start of the newest series of failures, and the last pass before this start.
  std::optional<std::size_t> first_bad, last_good;
  std::size_t failures_in_series = 0;
};

// Summarizes each case. Newly failing cases are first, and of these the case that began to fail last; cases with a
// tenth of flaky results follow the others of their state.
std::vector<CaseSummary> summarize(const History& history);

}  // namespace casement::reports
