// What other programs read on standard output: TAP, GitHub's annotations, ctest's measurements.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "approved.h"
#include "casement/reports/ctest_measurements.h"
#include "casement/reports/github.h"
#include "casement/reports/tap.h"
#include "example_runs.h"
#include "replay.h"

namespace casement::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

template <typename Sink, typename... More>
std::string told(const Run& run, More... more) {
  std::ostringstream out;
  Sink sink(out, more...);
  replay(run, sink);
  return out.str();
}

TEST(Tap, MatchesApprovedMixed) {
  EXPECT_TRUE(matches_approved(told<TapSink>(mixed()), "mixed.tap"));
}
TEST(Tap, MatchesApprovedRetried) {
  EXPECT_TRUE(matches_approved(told<TapSink>(retried()), "retried.tap"));
}
TEST(Tap, MatchesApprovedHostile) {
  EXPECT_TRUE(matches_approved(told<TapSink>(hostile()), "hostile.tap"));
}
TEST(Tap, BailsOutForAnErrorOfTheRun) {
  EXPECT_THAT(told<TapSink>(broken()), HasSubstr("\nBail out! Chrome was not found"));
}

TEST(Github, MatchesApprovedMixed) {
  EXPECT_TRUE(matches_approved(told<GithubSink>(mixed(), "token"), "mixed.github.txt"));
}
TEST(Github, MatchesApprovedRetried) {
  EXPECT_TRUE(matches_approved(told<GithubSink>(retried(), "token"), "retried.github.txt"));
}
TEST(Github, NoTextCanGiveAWorkflowCommand) {
  results::Run run = mixed();
  run.suites[0].cases[1].failures[0].message = "a\n::add-mask::b";
  run.suites[0].cases[1].name = "c,file=/etc/passwd::\r\n::error::";
  const std::string text = told<GithubSink>(run, "token");
  EXPECT_THAT(text, Not(HasSubstr("\n::add-mask")));
  EXPECT_THAT(text, Not(HasSubstr(",file=/etc")));
  EXPECT_EQ(text.find("::stop-commands::token\n"), 0u);
}

TEST(CtestMeasurements, MatchApprovedMixed) {
  results::Run run = mixed();
  run.suites[0].cases[1].attachments[0].path = "attachments/a/screenshot.png";
  EXPECT_TRUE(matches_approved(ctest_measurements(run, "/reports"), "mixed.ctest.txt"));
}
TEST(CtestMeasurements, EscapeNames) {
  EXPECT_THAT(ctest_measurements(hostile(), "/reports"), Not(HasSubstr("<script>")));
}

}  // namespace
}  // namespace casement::reports
