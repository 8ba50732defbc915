// The outcomes, durations and failures of the same cases in many runs. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

// Runs are different if one of the first five fields differs.
struct HistoryRun {
  std::int64_t started = 0;  // seconds since 1970
  std::string commit, host, shard, browser;
  std::string branch, build_url;
  double milliseconds = 0;
};

// The letters of files. If a run contains a case twice, the later value wins.
enum class HistoryOutcome : char { NotRun = 'n', Skipped = 's', Passed = 'p', Flaky = 'k', Failed = 'f' };

// Whether the result judges the case: it passed, failed or was flaky.
bool is_judged(HistoryOutcome outcome);
// Whether the result has a failure: a flaky case has the failure of its first attempt.
bool has_failure(HistoryOutcome outcome);

// The texts of a failure that a history has kept (history_texts.h); the others are "".
enum class KeptTexts : char { All, Place, None };  // Place: the step and its place, without the message

struct HistoryFailure {
  std::string message, step, place;  // `step` is the title of the failed step, or the type of the failure
  KeptTexts kept = KeptTexts::All;
};

struct HistoryResult {
  std::uint32_t run = 0;  // index in History::runs
  HistoryOutcome outcome = HistoryOutcome::NotRun;
  std::uint16_t duration = 0;  // see duration_code
  std::uint32_t failure = 0;   // index in History::failures, if has_failure
};

struct HistoryCase {
  std::string class_name, suite, name;
  int repetition = 0;
  std::vector<HistoryResult> results;  // oldest first, one a run, at least one
};

struct History {
  std::vector<HistoryRun> runs;  // oldest first
  std::vector<HistoryFailure> failures;
  std::vector<HistoryCase> cases;  // ordered by their names
};

// Durations are stored in steps of 0.6 %, from 0 ms to a year.
inline constexpr std::uint16_t kLastDurationCode = 64 * 64 - 1;
std::uint16_t duration_code(double milliseconds);
double duration_of_code(std::uint16_t code);  // in milliseconds

struct HistoryBounds {
  int days = 90;         // counted from the newest run; 0 keeps all runs
  std::int64_t now = 0;  // in seconds since 1970; runs that start over a day later have a wrong clock
};

// The parts that `HistoryJoiner::done` left out.
struct DroppedHistory {
  std::size_t old_runs = 0, future_runs = 0;
  std::size_t parts = 0;    // runs whose results are in a joined run too
  std::size_t cases = 0;    // without any run that was kept
  std::int64_t before = 0;  // old runs started before, in seconds since 1970
};

// Joins runs and histories. The result depends neither on their order nor on repetitions, so that histories of several
// machines can be joined again. It is the same whether runs are joined at once or by way of histories, unless a case
// has different results in one run, or a history was made with other bounds.
class HistoryJoiner {
 public:
  // Results of equal runs are united, because each test of ctest writes its own results. Throws Error{Usage} if the
  // start of the run is missing.
  void add(const results::Run& run);
  void add(const History& history);
  bool empty() const { return runs_.empty(); }
  // A wrong clock of one machine must not drop the runs of all others, so runs of the future are left out first.
  History done(const HistoryBounds& bounds, DroppedHistory& dropped);

 private:
  using RunKey = std::tuple<std::int64_t, std::string, std::string, std::string, std::string>;

  std::uint32_t index_of(const HistoryRun& run);
  std::uint32_t index_of(const HistoryFailure& failure);
  HistoryCase& case_of(const std::string& class_name, const std::string& suite, const std::string& name,
                       int repetition);
  void add_case(std::uint32_t run, const results::Case& one);
  std::vector<HistoryResult> united(std::vector<HistoryResult> results, const std::vector<std::uint32_t>& places) const;

  std::vector<HistoryRun> runs_;
  std::map<RunKey, std::uint32_t> run_indices_;
  std::vector<HistoryFailure> failures_;
  std::map<std::tuple<KeptTexts, std::string, std::string, std::string>, std::uint32_t> failure_indices_;
  std::vector<HistoryCase> cases_;
  std::unordered_map<std::string, std::size_t> case_indices_;
};

}  // namespace casement::reports
