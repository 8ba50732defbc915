#include "casement/reports/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/reports/history_parts.h"
#include "casement/reports/history_texts.h"
#include "casement/reports/report_text.h"
#include "casement/reports/run_info.h"

namespace casement::reports {

using results::Case;
using results::Outcome;

namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;
constexpr double kDurationStep = 1.006;
constexpr std::int64_t kSecondsOfADay = 86'400;
constexpr std::size_t kLongestText = 1000;  // characters of a message that histories keep

HistoryOutcome outcome_of(const Case& one) {
  switch (one.outcome) {
    case Outcome::Passed:
      return HistoryOutcome::Passed;
    case Outcome::Failed:
      return HistoryOutcome::Failed;
    case Outcome::Flaky:
      return HistoryOutcome::Flaky;
    case Outcome::Skipped:
      break;
  }
  return one.not_run ? HistoryOutcome::NotRun : HistoryOutcome::Skipped;
}

int rank_of(HistoryOutcome outcome) {
  return static_cast<int>(std::string_view("nspkf").find(static_cast<char>(outcome)));
}

HistoryFailure failure_of(const Case& one) {
  const Case& failed = one.outcome == Outcome::Flaky && !one.earlier_attempts.empty() ? one.earlier_attempts[0] : one;
  const std::vector<results::Failure> failures = reported_failures(failed);
  if (failures.empty()) return {};
  const results::Failure& first = failures.front();
  const results::Step* step = failed_step(failed, first);
  return {shorten(first.message, kLongestText), shorten(step != nullptr ? step->title : first.type, kLongestText),
          shorten(place(first.where), kLongestText), KeptTexts::All};
}

std::tuple<std::string_view, std::string_view, std::string_view, int> names_of(const HistoryCase& one) {
  return {one.class_name, one.suite, one.name, one.repetition};
}

// Returns the number of removed runs.
std::size_t remove_runs(History& history, const std::vector<bool>& removed) {
  const auto count = static_cast<std::size_t>(std::ranges::count(removed, true));
  if (count == 0) return 0;
  std::vector<std::uint32_t> places;
  std::vector<HistoryRun> kept;
  for (std::size_t run = 0; run < removed.size(); ++run) {
    places.push_back(static_cast<std::uint32_t>(kept.size()));
    if (!removed[run]) kept.push_back(std::move(history.runs[run]));
  }
  history.runs = std::move(kept);
  for (HistoryCase& one : history.cases) {
    std::erase_if(one.results, [&](const HistoryResult& result) { return removed[result.run]; });
    for (HistoryResult& result : one.results) result.run = places[result.run];
  }
  return count;
}

}  // namespace

bool is_judged(HistoryOutcome outcome) {
  return outcome == HistoryOutcome::Passed || has_failure(outcome);
}

bool has_failure(HistoryOutcome outcome) {
  return outcome == HistoryOutcome::Failed || outcome == HistoryOutcome::Flaky;
}

std::uint16_t duration_code(double milliseconds) {
  const double code = std::round(std::log1p(sane_duration(milliseconds)) / std::log(kDurationStep));
  return static_cast<std::uint16_t>(std::min<double>(code, kLastDurationCode));
}

double duration_of_code(std::uint16_t code) {
  return std::pow(kDurationStep, code) - 1;
}

std::uint32_t HistoryJoiner::index_of(const HistoryRun& run) {
  const auto [at, is_new] = run_indices_.try_emplace({run.started, run.commit, run.host, run.shard, run.browser},
                                                     static_cast<std::uint32_t>(runs_.size()));
  if (is_new) {
    runs_.push_back(run);
  } else {
    HistoryRun& known = runs_[at->second];
    known.milliseconds = std::max(known.milliseconds, run.milliseconds);
    known.branch = std::max(known.branch, run.branch);
    known.build_url = std::max(known.build_url, run.build_url);
  }
  return at->second;
}

std::uint32_t HistoryJoiner::index_of(const HistoryFailure& failure) {
  const auto [at, is_new] = failure_indices_.try_emplace({failure.kept, failure.message, failure.step, failure.place},
                                                         static_cast<std::uint32_t>(failures_.size()));
  if (is_new) failures_.push_back(failure);
  return at->second;
}

HistoryCase& HistoryJoiner::case_of(const std::string& class_name, const std::string& suite, const std::string& name,
                                    int repetition) {
  const auto [at, is_new] = case_indices_.try_emplace(
      fmt::format("{}:{}:{}:{}{}{}", class_name.size(), suite.size(), repetition, class_name, suite, name),
      cases_.size());
  if (is_new) cases_.push_back({class_name, suite, name, repetition, {}});
  return cases_[at->second];
}

void HistoryJoiner::add_case(std::uint32_t run, const Case& one) {
  HistoryResult result{run, outcome_of(one), duration_code(one.milliseconds), 0};
  if (has_failure(result.outcome)) result.failure = index_of(failure_of(one));
  case_of(one.class_name, one.suite, one.name, one.repetition).results.push_back(result);
}

void HistoryJoiner::add(const results::Run& run) {
  const std::optional<std::int64_t> started = seconds_since_1970(run.info.started);
  if (!started) throw Error(ErrorKind::Usage, "the results contain no valid start time");
  const std::uint32_t index = index_of({*started, run.info.commit, run.info.host_name, run.info.shard, run.info.browser,
                                        run.info.branch, run.info.build_url, sane_duration(run.milliseconds)});
  for (const results::Suite& suite : run.suites) {
    for (const Case& one : suite.cases) add_case(index, one);
  }
}

void HistoryJoiner::add(const History& history) {
  std::vector<std::uint32_t> runs, failures;
  for (const HistoryRun& run : history.runs) runs.push_back(index_of(run));
  for (const HistoryFailure& failure : history.failures) failures.push_back(index_of(failure));
  for (const HistoryCase& one : history.cases) {
    std::vector<HistoryResult>& known = case_of(one.class_name, one.suite, one.name, one.repetition).results;
    for (HistoryResult result : one.results) {
      result.run = runs[result.run];
      if (has_failure(result.outcome)) result.failure = failures[result.failure];
      known.push_back(result);
    }
  }
}

// Orders results by their runs, and keeps the worst result of each run; `places` has kNowhere for dropped runs.
std::vector<HistoryResult> HistoryJoiner::united(std::vector<HistoryResult> results,
                                                 const std::vector<std::uint32_t>& places) const {
  std::erase_if(results, [&](const HistoryResult& result) { return places[result.run] == kNowhere; });
  for (HistoryResult& result : results) result.run = places[result.run];
  const auto badness = [&](const HistoryResult& result) {
    static const HistoryFailure kNone;
    const HistoryFailure& failure = has_failure(result.outcome) ? failures_[result.failure] : kNone;
    // A text that one history left out would be left out of all runs together too.
    return std::tuple(rank_of(result.outcome), result.duration, failure.kept,
                      std::tie(failure.message, failure.step, failure.place));
  };
  std::sort(results.begin(), results.end(), [&](const HistoryResult& a, const HistoryResult& b) {
    return a.run != b.run ? a.run < b.run : badness(b) < badness(a);
  });
  const auto same_run = [](const HistoryResult& a, const HistoryResult& b) { return a.run == b.run; };
  results.erase(std::unique(results.begin(), results.end(), same_run), results.end());
  return results;
}

History HistoryJoiner::done(const HistoryBounds& bounds, DroppedHistory& dropped) {
  History made;
  const std::int64_t latest = bounds.now + kSecondsOfADay;
  std::int64_t newest = INT64_MIN;
  for (const HistoryRun& run : runs_) {
    if (run.started <= latest) newest = std::max(newest, run.started);
  }
  const bool keeps_all = bounds.days == 0 || newest == INT64_MIN;
  dropped.before = keeps_all ? INT64_MIN : newest - bounds.days * kSecondsOfADay;
  std::vector<std::uint32_t> places(runs_.size(), kNowhere);
  for (const auto& [key, index] : run_indices_) {
    HistoryRun& run = runs_[index];
    if (run.started > latest) {
      ++dropped.future_runs;
    } else if (run.started < dropped.before) {
      ++dropped.old_runs;
    } else {
      places[index] = static_cast<std::uint32_t>(made.runs.size());
      made.runs.push_back(std::move(run));
    }
  }
  for (HistoryCase& one : cases_) {
    one.results = united(std::move(one.results), places);
    if (one.results.empty()) {
      ++dropped.cases;
    } else {
      made.cases.push_back(std::move(one));
    }
  }
  std::ranges::sort(made.cases, {}, names_of);
  dropped.parts = remove_runs(made, find_parts(made));
  std::vector<std::uint32_t> failures;
  for (HistoryCase& one : made.cases) {
    bound_texts(one.results, failures_, [&](const HistoryFailure& failure) { return index_of(failure); });
    failures.resize(failures_.size(), kNowhere);
    for (HistoryResult& result : one.results) {
      if (!has_failure(result.outcome)) continue;
      std::uint32_t& index = failures[result.failure];
      if (index == kNowhere) {
        index = static_cast<std::uint32_t>(made.failures.size());
        made.failures.push_back(failures_[result.failure]);
      }
      result.failure = index;
    }
  }
  return made;
}

}  // namespace casement::reports
