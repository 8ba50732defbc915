#include "casement/reports/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/reports/history_json.h"
#include "casement/reports/merge.h"
#include "example_histories.h"

namespace casement::reports {
namespace {

using testing::ElementsAre;

// The outcomes of each case, as letters.
std::vector<std::string> outcomes_of(const History& history) {
  std::vector<std::string> all;
  for (const HistoryCase& one : history.cases) {
    std::string letters = one.name + " ";
    for (const HistoryResult& result : one.results) {
      letters += static_cast<char>(result.outcome) + std::to_string(result.run);
    }
    all.push_back(letters);
  }
  return all;
}

TEST(History, OrdersRunsByTheirStartAndCasesByName) {
  const History history = history_of(
      {run_on(2, {passed("b"), flaky("a")}), run_on(0, {failed("a"), skipped("b")}), run_on(1, {passed("c")})});
  EXPECT_THAT(outcomes_of(history), ElementsAre("a f0k2", "b s0p2", "c p1"));
  EXPECT_EQ(history.runs[1].commit, "commit1");
}

TEST(History, KeepsTheFailureOfFailedAndFlakyCasesOnce) {
  const History history =
      history_of({run_on(0, {failed("a"), passed("b")}), run_on(1, {flaky("a"), failed("b", "late")})});
  ASSERT_EQ(history.failures.size(), 2u);
  EXPECT_EQ(history.failures[0].message, "not shown");
  EXPECT_EQ(history.failures[0].step, "expect: heading \"Thank you\"");
  EXPECT_EQ(history.failures[0].place, "a.flow.yaml:31:5");
  EXPECT_EQ(history.cases[0].results[0].failure, history.cases[0].results[1].failure);
  EXPECT_EQ(history.failures[history.cases[1].results[1].failure].message, "late");
}

TEST(History, CountsARunOnceHoweverOftenItIsGiven) {
  const results::Run run = run_on(0, {failed("a"), passed("b")});
  EXPECT_EQ(history_to_text(history_of({run, run_on(1, {passed("a")}), run})),
            history_to_text(history_of({run, run_on(1, {passed("a")})})));
}

TEST(History, DistinguishesRunsByStartCommitHostShardAndBrowser) {
  std::vector<results::Run> runs(6, run_on(0, {passed("a")}));
  runs[1].info.started = "2026-03-01T12:00:01Z";
  runs[2].info.commit = "other";
  runs[3].info.host_name = "other";
  runs[4].info.shard = "1/2";
  runs[5].info.browser = "other";
  EXPECT_EQ(history_of(runs).runs.size(), 6u);
}

// Each test of ctest writes its own results, several in a second.
TEST(History, UnitesTheCasesOfEqualRuns) {
  const History history = history_of({run_on(0, {passed("a")}), run_on(0, {failed("b")})});
  EXPECT_EQ(history.runs.size(), 1u);
  EXPECT_THAT(outcomes_of(history), ElementsAre("a p0", "b f0"));
}

// A run that was read before its end, and again after it.
TEST(History, PrefersResultsOfCasesThatRan) {
  Case planned = skipped("a");
  planned.not_run = true;
  EXPECT_THAT(outcomes_of(history_of({run_on(0, {planned})})), ElementsAre("a n0"));
  for (const std::vector<Case>& order : {std::vector{planned, failed("a")}, std::vector{failed("a"), planned}}) {
    EXPECT_THAT(outcomes_of(history_of({run_on(0, {order[0]}), run_on(0, {order[1]})})), ElementsAre("a f0"));
  }
}

TEST(History, DoesNotDependOnTheOrderAndJoinsHistories) {
  const std::vector<results::Run> runs{run_on(0, {failed("a"), flaky("b")}), run_on(1, {passed("a")}),
                                       run_on(3, {failed("c", "x"), passed("b")}), run_on(3, {failed("c", "y")})};
  const std::string whole = history_to_text(history_of(runs));
  EXPECT_EQ(history_to_text(history_of({runs.rbegin(), runs.rend()})), whole);
  HistoryJoiner joiner;
  joiner.add(history_of({runs[2], runs[1]}));
  joiner.add(history_of({runs[0], runs[1], runs[3]}));
  DroppedHistory dropped;
  EXPECT_EQ(history_to_text(joiner.done({0, kFirstDay + 100 * kDay}, dropped)), whole);
}

TEST(History, KeepsTheDaysBeforeTheNewestRun) {
  HistoryJoiner joiner;
  for (const int day : {0, 9, 10, 100}) joiner.add(run_on(day, {passed(day == 0 ? "gone" : "a")}));
  DroppedHistory dropped;
  const History history = joiner.done({90, kFirstDay + 200 * kDay}, dropped);
  EXPECT_THAT(outcomes_of(history), ElementsAre("a p0p1"));
  EXPECT_EQ(dropped.old_runs, 2u);
  EXPECT_EQ(dropped.cases, 1u);
  EXPECT_EQ(time_text(dropped.before), "2026-03-11T12:00:00Z");
}

TEST(History, KeepsAllRunsWithoutABound) {
  EXPECT_EQ(history_of({run_on(0, {passed("a")}), run_on(5000, {passed("a")})}).runs.size(), 2u);
}

TEST(History, AWrongClockDropsNoOtherRun) {
  HistoryJoiner joiner;
  joiner.add(run_on(0, {passed("a")}));
  joiner.add(run_on(4000, {passed("a")}));
  DroppedHistory dropped;
  EXPECT_EQ(joiner.done({90, kFirstDay + kDay}, dropped).runs.size(), 1u);
  EXPECT_EQ(dropped.future_runs, 1u);
  EXPECT_EQ(dropped.old_runs, 0u);
}

TEST(History, CountsAJoinedRunAndNotItsParts) {
  results::Run first = run_on(0, {passed("a", 100), failed("b")}), second = run_on(0, {passed("c", 700)});
  first.info.shard = "1/2";
  second.info.shard = "2/2";
  second.info.host_name = "build-8";
  second.info.started = time_text(kFirstDay + kDay / 2 + 2);
  results::Run joined = merge_runs({first, second});
  const auto dropped_parts = [&](const results::Run& whole) {
    HistoryJoiner joiner;
    for (const results::Run& run : {first, second, whole, run_on(1, {passed("a", 100)})}) joiner.add(run);
    DroppedHistory dropped;
    const History history = joiner.done({90, kFirstDay + 100 * kDay}, dropped);
    EXPECT_EQ(history.runs.size() + dropped.parts, 4u);
    return dropped.parts;
  };
  EXPECT_EQ(dropped_parts(joined), 2u);
  joined.suites[0].cases.back().milliseconds = 900;  // another run of the case
  EXPECT_EQ(dropped_parts(joined), 1u);
  joined.info.commit = "other";
  EXPECT_EQ(dropped_parts(joined), 0u);
}

TEST(History, ARunWithoutAStartIsRefused) {
  results::Run run = run_on(0, {passed("a")});
  run.info.started = "";
  HistoryJoiner joiner;
  EXPECT_THROW(joiner.add(run), Error);
  EXPECT_TRUE(joiner.empty());
}

TEST(History, ShortensMessages) {
  const History history = history_of({run_on(0, {failed("a", std::string(5000, 'x'))})});
  EXPECT_LT(history.failures[0].message.size(), 1010u);
}

TEST(History, StoresDurationsInSmallSteps) {
  EXPECT_EQ(duration_of_code(duration_code(0)), 0);
  EXPECT_EQ(duration_code(-1), 0);
  EXPECT_EQ(duration_code(1e300), kLastDurationCode);
  for (const double milliseconds : {250.0, 1234.0, 98'765.0, 3.6e6}) {
    EXPECT_NEAR(duration_of_code(duration_code(milliseconds)), milliseconds, milliseconds * 0.0035);
  }
}

}  // namespace
}  // namespace casement::reports
