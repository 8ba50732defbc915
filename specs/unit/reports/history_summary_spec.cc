#include "casement/reports/history_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "example_histories.h"

namespace casement::reports {
namespace {

using testing::ElementsAre;

// A run a day; a letter for each day, or a space if the run does not contain the case. "." keeps the run in the
// history.
CaseSummary summary_of(const std::string& letters, const std::string& commit = "") {
  std::vector<results::Run> runs;
  int day = 0;
  for (const char letter : letters) {
    std::vector<Case> cases{skipped("other")};
    if (letter == 'p') cases.push_back(passed("a"));
    if (letter == 'f') cases.push_back(failed("a"));
    if (letter == 'k') cases.push_back(flaky("a"));
    if (letter == 's') cases.push_back(skipped("a"));
    runs.push_back(run_on(day++, cases, commit));
  }
  const History history = history_of(runs);
  for (const CaseSummary& one : summarize(history)) {
    if (history.cases[one.index].name == "a") return one;
  }
  return {};
}

std::string state_of(const std::string& letters) {
  return std::string(to_string(summary_of(letters).state));
}

TEST(HistorySummary, NamesTheStateOfACase) {
  EXPECT_EQ(state_of("pppf"), "new");
  EXPECT_EQ(state_of("pffffff"), "new");
  EXPECT_EQ(state_of("pfffffffffff"), "failing");  // began to fail more than seven days ago
  EXPECT_EQ(state_of("fff"), "failing");           // has never passed
  EXPECT_EQ(state_of("kf"), "new");
  EXPECT_EQ(state_of("pfs "), "new");
  EXPECT_EQ(state_of("ppk"), "flaky");
  EXPECT_EQ(state_of("kppppppp"), "flaky");
  EXPECT_EQ(state_of("kpppppppp"), "passing");
  EXPECT_EQ(state_of("pfp"), "passing");
  EXPECT_EQ(state_of("ss"), "skipped");
  EXPECT_EQ(state_of("f        "), "gone");  // removed cases are not failing for ever
  EXPECT_EQ(state_of("f       "), "failing");
}

TEST(HistorySummary, FindsTheLastGoodAndTheFirstBadResult) {
  const CaseSummary failing = summary_of("pfp fsff");
  EXPECT_EQ(failing.last_good, 2u);
  EXPECT_EQ(failing.first_bad, 3u);
  EXPECT_EQ(failing.failures_in_series, 3u);
  const CaseSummary mended = summary_of("pffp");
  EXPECT_EQ(mended.last_good, 0u);
  EXPECT_EQ(mended.first_bad, 1u);
  EXPECT_FALSE(summary_of("ff").last_good);
  EXPECT_FALSE(summary_of("pp").first_bad);
}

TEST(HistorySummary, CountsFlakyResultsAsPassed) {
  const CaseSummary one = summary_of("pkfs");
  EXPECT_EQ(one.judged, 3u);
  EXPECT_EQ(one.passed, 2u);
  EXPECT_EQ(one.flaky, 1u);
}

TEST(HistorySummary, AFailureBesideAPassOfTheSameCommitIsFlaky) {
  EXPECT_EQ(summary_of("pfp", "same").flaky, 1u);
  EXPECT_EQ(summary_of("pfp").flaky, 0u);
  const results::Run good = run_on(0, {passed("a")}, "same");
  results::Run bad = run_on(1, {failed("a")}, "same");
  bad.info.browser = "other";
  EXPECT_EQ(summarize(history_of({good, bad}))[0].flaky, 0u);
}

TEST(HistorySummary, TheMedianIsThatOfPasses) {
  std::vector<results::Run> runs;
  int day = 0;
  for (const double milliseconds : {100, 100, 100, 100, 100, 100, 100, 400, 400, 400}) {
    runs.push_back(run_on(day++, {passed("a", milliseconds)}));
  }
  runs.push_back(run_on(day++, {failed("a")}));
  const CaseSummary one = summarize(history_of(runs))[0];
  EXPECT_EQ(one.median, duration_code(100));
  EXPECT_EQ(one.recent, duration_code(400));
  EXPECT_EQ(summary_of("ff").median, duration_code(3000));
}

TEST(HistorySummary, ListsTheCaseFirstThatBeganToFailLast) {
  const History history = history_of({
      run_on(0, {passed("passes"), passed("old"), passed("new"), failed("never"), flaky("flaky")}),
      run_on(1, {passed("passes"), failed("old"), passed("new"), failed("never"), passed("flaky")}),
      run_on(2, {passed("passes"), failed("old"), failed("new"), failed("never"), passed("flaky")}),
  });
  std::vector<std::string> names;
  for (const CaseSummary& one : summarize(history)) names.push_back(history.cases[one.index].name);
  EXPECT_THAT(names, ElementsAre("new", "old", "never", "flaky", "passes"));
}

TEST(HistorySummary, ListsOftenFlakyCasesAfterTheOthers) {
  const History history =
      history_of({run_on(0, {flaky("often"), passed("steady")}), run_on(1, {passed("often"), failed("steady")}),
                  run_on(2, {failed("often"), failed("steady")})});
  EXPECT_EQ(history.cases[summarize(history)[0].index].name, "steady");
}

TEST(HistorySummary, AnEmptyHistoryHasNoCases) {
  EXPECT_TRUE(summarize({}).empty());
}

}  // namespace
}  // namespace casement::reports
