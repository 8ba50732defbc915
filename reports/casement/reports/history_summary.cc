#include "casement/reports/history_summary.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace casement::reports {
namespace {

constexpr std::int64_t kLately = 7 * 86'400;  // seconds
constexpr std::size_t kRecentResults = 5;

std::uint16_t median_of(std::vector<std::uint16_t> durations) {
  if (durations.empty()) return 0;
  const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
  std::nth_element(durations.begin(), middle, durations.end());
  return *middle;
}

class Summarizer {
 public:
  explicit Summarizer(const History& history) : history_(history) {
    // Cases compare builds by numbers, because comparing commits and browsers for each result is slow.
    std::map<std::pair<std::string, std::string>, std::size_t> numbers;
    for (const HistoryRun& run : history.runs) {
      builds_.push_back(numbers.try_emplace({run.commit, run.browser}, numbers.size()).first->second);
    }
    lately_ = history.runs.empty() ? 0 : history.runs.back().started - kLately;
  }

  CaseSummary summary_of(std::size_t index) {
    CaseSummary made;
    made.index = index;
    const std::vector<HistoryResult>& all = history_.cases[index].results;
    count(all, made);
    find_series(all, made);
    made.state = state_of(all, made);
    return made;
  }

  // When the case began to fail, in seconds since 1970; 0 if it has never failed.
  std::int64_t start_of_series(const CaseSummary& one) const {
    if (!one.first_bad) return 0;
    return history_.runs[history_.cases[one.index].results[*one.first_bad].run].started;
  }

 private:
  void count(const std::vector<HistoryResult>& all, CaseSummary& made) {
    std::vector<std::uint16_t> good, judged;
    passed_.assign(builds_.size(), false);
    for (const HistoryResult& result : all) {
      if (!is_judged(result.outcome)) continue;
      judged.push_back(result.duration);
      if (result.outcome == HistoryOutcome::Flaky) count_flaky(result, made);
      if (result.outcome == HistoryOutcome::Failed) continue;
      good.push_back(result.duration);
      passed_[builds_[result.run]] = true;
    }
    for (const HistoryResult& result : all) {
      if (result.outcome != HistoryOutcome::Failed || history_.runs[result.run].commit.empty()) continue;
      if (passed_[builds_[result.run]]) count_flaky(result, made);
    }
    made.judged = judged.size();
    made.passed = good.size();
    const std::vector<std::uint16_t>& measured = good.empty() ? judged : good;
    made.median = median_of(measured);
    const std::size_t recent = std::min(kRecentResults, measured.size());
    made.recent = median_of({measured.end() - static_cast<std::ptrdiff_t>(recent), measured.end()});
  }

  void count_flaky(const HistoryResult& result, CaseSummary& made) const {
    ++made.flaky;
    if (history_.runs[result.run].started >= lately_) ++made.flaky_lately;
  }

  static void find_series(const std::vector<HistoryResult>& all, CaseSummary& made) {
    for (std::size_t i = all.size(); i-- > 0;) {
      if (all[i].outcome == HistoryOutcome::Failed) {
        made.first_bad = i;
        ++made.failures_in_series;
      } else if (is_judged(all[i].outcome) && made.first_bad) {
        made.last_good = i;
        return;
      }
    }
  }

  CaseState state_of(const std::vector<HistoryResult>& all, const CaseSummary& made) const {
    if (history_.runs[all.back().run].started < lately_) return CaseState::Gone;
    if (made.judged == 0) return CaseState::Skipped;
    const auto newest =
        std::find_if(all.rbegin(), all.rend(), [](const HistoryResult& result) { return is_judged(result.outcome); });
    if (newest->outcome == HistoryOutcome::Failed) {
      const bool is_new = made.last_good && start_of_series(made) >= lately_;
      return is_new ? CaseState::NewlyFailing : CaseState::Failing;
    }
    return made.flaky_lately > 0 ? CaseState::Flaky : CaseState::Passing;
  }

  const History& history_;
  std::vector<std::size_t> builds_;  // for each run, the number of its commit and browser
  std::vector<bool> passed_;         // for each build, whether the case has passed
  std::int64_t lately_ = 0;
};

}  // namespace

std::string_view to_string(CaseState state) {
  switch (state) {
    case CaseState::NewlyFailing:
      return "new";
    case CaseState::Failing:
      return "failing";
    case CaseState::Flaky:
      return "flaky";
    case CaseState::Passing:
      return "passing";
    case CaseState::Skipped:
      return "skipped";
    case CaseState::Gone:
      return "gone";
  }
  return "unknown";
}

std::vector<CaseSummary> summarize(const History& history) {
  Summarizer summarizer(history);
  std::vector<CaseSummary> made;
  for (std::size_t i = 0; i < history.cases.size(); ++i) made.push_back(summarizer.summary_of(i));
  const auto key = [&](const CaseSummary& one) {
    const bool is_failing = one.state == CaseState::NewlyFailing || one.state == CaseState::Failing;
    // A failure of a case that is often flaky is less news. Flaky cases are ordered by the share of flaky results.
    const bool is_often_flaky = is_failing && one.flaky * 10 >= one.judged;
    const double share = one.state == CaseState::Flaky && one.judged > 0
                             ? static_cast<double>(one.flaky) / static_cast<double>(one.judged)
                             : 0;
    return std::tuple(one.state, is_often_flaky, is_failing ? -summarizer.start_of_series(one) : 0, -share);
  };
  std::stable_sort(made.begin(), made.end(),
                   [&](const CaseSummary& a, const CaseSummary& b) { return key(a) < key(b); });
  return made;
}

}  // namespace casement::reports
