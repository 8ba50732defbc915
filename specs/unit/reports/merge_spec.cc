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

TEST(Merge, RefusesACaseThatComesTwice) {
  EXPECT_THROW(merge_runs({whole(), whole()}), Error);
  EXPECT_THROW(merge_runs({}), Error);
}

}  // namespace
}  // namespace casement::reports
