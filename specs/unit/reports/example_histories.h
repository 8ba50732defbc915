// Runs at several times, for the specs of histories.
#pragma once

#include "casement/reports/history.h"
#include "casement/reports/run_info.h"
#include "example_runs.h"

namespace casement::reports {

inline constexpr std::int64_t kDay = 86'400;
inline constexpr std::int64_t kFirstDay = 1'772'323'200;  // 2026-03-01T00:00:00Z

// A run at noon, `day` days after the first one.
inline Run run_on(int day, std::vector<Case> cases, const std::string& commit = "") {
  Run run = run_of(std::move(cases));
  run.info.started = time_text(kFirstDay + day * kDay + kDay / 2);
  run.info.commit = commit.empty() ? "commit" + std::to_string(day) : commit;
  return run;
}

inline Case passed(const std::string& name, double milliseconds = 1000) {
  return case_of(name, milliseconds);
}

inline Case failed(const std::string& name, const std::string& message = "not shown") {
  Case one = case_of(name, 3000);
  one.outcome = Outcome::Failed;
  one.steps.push_back({"expect: heading \"Thank you\"", {"a.flow.yaml", 31, 5}, Outcome::Failed, message, 3000, 0});
  one.failures = {{"expect.shows", message, "", {"a.flow.yaml", 31, 5}}};
  return one;
}

inline Case flaky(const std::string& name) {
  Case one = passed(name);
  one.outcome = Outcome::Flaky;
  one.earlier_attempts = {failed(name)};
  return one;
}

inline Case skipped(const std::string& name) {
  Case one = case_of(name, 0);
  one.outcome = Outcome::Skipped;
  return one;
}

inline History history_of(const std::vector<Run>& runs, HistoryBounds bounds = {0, kFirstDay + 10'000 * kDay}) {
  HistoryJoiner joiner;
  for (const Run& run : runs) joiner.add(run);
  DroppedHistory dropped;
  return joiner.done(bounds, dropped);
}

}  // namespace casement::reports
