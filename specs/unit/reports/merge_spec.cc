#include "casement/reports/merge.h"

#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/reports/html.h"
#include "casement/reports/junit.h"
#include "example_runs.h"

namespace casement::reports {
namespace {

// Several suites, every kind of outcome, in the order of one run.
results::Run whole() {
  results::Run run = mixed();
  for (const results::Run& more : {retried(), traced()}) {
    run.suites.push_back(more.suites[0]);
    run.suites.back().name += std::to_string(run.suites.size());
  }
  std::size_t order = 0;
  run.info.cases = 0;
  for (results::Suite& suite : run.suites) {
    for (results::Case& one : suite.cases) one.order = ++order;
    run.info.cases += suite.cases.size();
  }
  run.info.suites = run.suites.size();
  return run;
}

std::vector<results::Run> shards_of(const results::Run& run, std::size_t count) {
  std::vector<results::Run> shards(count);
  for (std::size_t index = 0; index < count; ++index) {
    results::Run& shard = shards[count - 1 - index];  // whatever the order in which they are given
    shard.info = run.info;
    shard.milliseconds = run.milliseconds;
    for (const results::Suite& suite : run.suites) {
      results::Suite part{suite.name, suite.file, {}};
      for (const results::Case& one : suite.cases) {
        if (one.order % count == index) part.cases.push_back(one);
      }
      if (!part.cases.empty()) shard.suites.push_back(part);
    }
  }
  return shards;
}

TEST(Merge, ShardsMakeTheReportsOfOneRun) {
  const results::Run one = whole();
  for (const std::size_t count : {1u, 2u, 3u, 7u}) {
    const results::Run merged = merge_runs(shards_of(one, count));
    EXPECT_EQ(junit_xml(merged), junit_xml(one)) << count;
    EXPECT_EQ(html_page(merged), html_page(one)) << count;
  }
}

TEST(Merge, KeepsErrorsAndNamesEachHostOnce) {
  results::Run a = broken(), b = broken();
  a.info.host_name = "x";
  b.info.host_name = "y";
  const results::Run merged = merge_runs({a, b, a});
  EXPECT_EQ(merged.errors.size(), 3u);
  EXPECT_EQ(merged.info.host_name, "x, y");
}

// What went wrong with the servers of all tests is a run without a case and without a beginning.
TEST(Merge, NamesEachServerOnceAndTheFirstBeginning) {
  results::Run servers, a = broken(), b = broken();
  servers.errors = {"the server shop ended"};
  a.info.started = "2026-03-01T09:30:00Z";
  b.info.started = "2026-03-01T09:20:00Z";
  a.info.servers = {{"shop", "", ""}};
  b.info.servers = {{"shop", "", ""}, {"mail", "", ""}};
  const std::vector<std::vector<results::Run>> orders{{servers, a, b}, {a, b, servers}, {b, servers, a}};
  for (const std::vector<results::Run>& runs : orders) {
    std::vector<TestRun> tests;
    for (const results::Run& run : runs) tests.push_back({std::to_string(tests.size()), run});
    const results::Run merged = merge_tests(tests);
    EXPECT_EQ(merged.info.started, "2026-03-01T09:20:00Z");
    std::string names;
    for (const results::ServerInfo& one : merged.info.servers) names += one.name + " ";
    EXPECT_EQ(names, "shop mail ");
  }
}

TEST(Merge, TheDurationIsFromTheFirstBeginningToTheLastEnd) {
  results::Run a = all_passed(), b = broken();
  a.milliseconds = 5'000;
  b.milliseconds = 1'000;
  b.info.started = "2026-03-01T09:30:10Z";
  EXPECT_EQ(merge_runs({b, a}).milliseconds, 11'000);
  b.info.started = "never";
  EXPECT_EQ(merge_runs({b, a}).milliseconds, 5'000);
}

TEST(Merge, ShowsASeedOnlyIfAllShardsShareIt) {
  results::Run a = all_passed(), b = broken();
  a.info.seed = b.info.seed = 7;
  EXPECT_EQ(merge_runs({a, b}).info.seed, 7u);
  b.info.seed = 8;
  EXPECT_EQ(merge_runs({a, b}).info.seed, 0u);
}

TEST(Merge, TheWholeRunIsNoShard) {
  results::Run a = all_passed(), b = broken();
  a.info.shard = b.info.shard = "1/2";
  EXPECT_EQ(merge_runs({a, b}).info.shard, "1/2");
  b.info.shard = "2/2";
  EXPECT_EQ(merge_runs({a, b}).info.shard, "");
}

TEST(Merge, KeepsTheCaseOfTwoTestsApart) {
  const results::Run merged = merge_tests({{"a.accepted", retried()}, {"b.accepted", retried()}});
  EXPECT_EQ(merged.info.cases, 10u);
  EXPECT_EQ(merged.suites[0].cases[0].name, "sometimes");
  EXPECT_EQ(merged.suites[0].cases[5].name, "sometimes (b.accepted)");
  EXPECT_EQ(merged.suites[0].cases[5].earlier_attempts[0].name, "sometimes (b.accepted)");
  const results::Run none = merge_tests({{"a", broken()}});
  EXPECT_TRUE(none.errors[0].starts_with("a: Chrome was not found")) << none.errors[0];
}

TEST(Merge, AttemptsAtATestMakeItFlakyOrFailed) {
  const auto attempt = [](Outcome outcome, const std::string& message) {
    Case one = case_of("pays", 100);
    one.outcome = outcome;
    if (outcome == Outcome::Failed) one.failures = {{"expect", message, "", {}}};
    return run_of({one});
  };
  const results::Run first = attempt(Outcome::Failed, "first"), second = attempt(Outcome::Failed, "second"),
                     good = attempt(Outcome::Passed, "");
  results::Run run = join_attempts({first, second, good});
  EXPECT_EQ(run.suites[0].cases[0].outcome, Outcome::Flaky);
  ASSERT_EQ(run.suites[0].cases[0].earlier_attempts.size(), 2u);
  EXPECT_EQ(run.suites[0].cases[0].earlier_attempts[1].failures[0].message, "second");
  EXPECT_EQ(run.milliseconds, 300);
  run = join_attempts({good, good, second});  // until-fail
  EXPECT_EQ(run.suites[0].cases[0].outcome, Outcome::Failed);
  EXPECT_TRUE(run.suites[0].cases[0].earlier_attempts.empty());
  results::Run killed = broken();
  run = join_attempts({killed, good});
  EXPECT_EQ(run.suites[0].cases[0].outcome, Outcome::Passed);
  EXPECT_TRUE(run.suites[0].cases[0].warnings.at(0).starts_with("attempt 1: Chrome was not found"));
  EXPECT_EQ(join_attempts({good}).suites[0].cases[0].outcome, Outcome::Passed);
}

TEST(Merge, RefusesACaseThatComesTwice) {
  EXPECT_THROW(merge_runs({whole(), whole()}), Error);
  EXPECT_THROW(merge_runs({}), Error);
  EXPECT_THROW(merge_tests({}), Error);
}

}  // namespace
}  // namespace casement::reports
