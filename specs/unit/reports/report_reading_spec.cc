#include "casement/reports/report_reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "approved.h"
#include "casement/base/error.h"
#include "casement/reports/report_files.h"
#include "example_runs.h"
#include "temp_folder.h"

namespace casement::reports {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

Run one_case(const std::string& name, Outcome outcome) {
  Case one = case_of(name, 10);
  one.outcome = outcome;
  one.attachments = {{"screenshot", "image/png", small_png(), ""}};
  return run_of({one});
}

// What a test does, and `ctest --repeat` several times.
void test(const fs::path& folder, const std::string& name, Outcome outcome) {
  begin_reports(one_case(name, outcome), folder);
  write_reports(one_case(name, outcome), folder);
}

std::vector<std::string> told_cases(const Run& run) {
  std::vector<std::string> told;
  for (const results::Suite& suite : run.suites) {
    for (const Case& one : suite.cases) {
      told.push_back(one.name + std::to_string(one.earlier_attempts.size()) +
                     (one.attachments[0].content == small_png() ? "" : "!"));
    }
  }
  return told;
}

TEST(JoinedReports, HoldAllTestsOfARunWithTheirAttempts) {
  const TempFolder temp;
  start_joining(temp.path());
  EXPECT_THAT(read_file(temp.path() / "index.html"), HasSubstr("the run did not complete"));
  test(temp.path() / "spec/shop.b", "b", Outcome::Passed);
  test(temp.path() / "shop.a", "a", Outcome::Failed);
  test(temp.path() / "shop.a", "a", Outcome::Failed);
  test(temp.path() / "shop.a", "a", Outcome::Passed);
  finish_joining(join_reports_below(temp.path()), temp.path());
  const results::Run joined = read_reports(temp.path());
  EXPECT_THAT(told_cases(joined), ElementsAre("a2", "b0"));
  EXPECT_EQ(joined.suites[0].cases[0].outcome, Outcome::Flaky);
  EXPECT_TRUE(joined.errors.empty());
}

// The log stays where it is; each report tells the way from its own folder.
TEST(JoinedReports, LeadToTheLogsOfServersOnce) {
  const TempFolder temp;
  start_joining(temp.path());
  for (const char* name : {"shop.a", "deep/shop.b"}) {
    results::Run run = one_case(name, Outcome::Passed);
    run.info.servers = {{"shop", "", (temp.path() / "servers/shop.log").string()}};
    write_reports(run, temp.path() / name);
  }
  EXPECT_EQ(read_reports(temp.path() / "deep/shop.b").info.servers.at(0).log, temp.path() / "servers/shop.log");
  EXPECT_THAT(read_file(temp.path() / "deep/shop.b/results.json"), HasSubstr("\"../../servers/shop.log\""));
  const results::Run joined = finish_joining(join_reports_below(temp.path()), temp.path()).run;
  ASSERT_EQ(joined.info.servers.size(), 1u);
  EXPECT_EQ(joined.info.servers[0].log, "servers/shop.log");
}

TEST(JoinedReports, HoldNothingOfAnEarlierRun) {
  const TempFolder temp;
  for (const std::string name : {"a", "b"}) {
    start_joining(temp.path());
    test(temp.path() / name, name, Outcome::Passed);
    test(temp.path() / name, name, Outcome::Passed);
    finish_joining(join_reports_below(temp.path()), temp.path());
  }
  EXPECT_THAT(told_cases(read_reports(temp.path())), ElementsAre("b0"));
  EXPECT_FALSE(fs::exists(temp.path() / "a"));
  test(temp.path() / "b", "b", Outcome::Passed);  // by itself, afterwards: no attempt of that run
  EXPECT_THAT(kept_attempts(temp.path() / "b"), ElementsAre(temp.path() / "b/attempt-1"));
}

TEST(JoinedReports, LeaveOtherFilesAlone) {
  const TempFolder temp;
  test(temp.path() / "a", "a", Outcome::Passed);
  std::ofstream(temp.path() / "a/mine.txt") << "x";
  start_joining(temp.path());
  EXPECT_TRUE(fs::exists(temp.path() / "a/mine.txt"));
  EXPECT_FALSE(fs::exists(temp.path() / "a/index.html"));
  EXPECT_FALSE(fs::exists(temp.path() / "a/attachments"));
}

TEST(JoinedReports, NameAReportThatCannotBeRead) {
  const TempFolder temp;
  start_joining(temp.path());
  test(temp.path() / "a", "a", Outcome::Passed);
  fs::create_directories(temp.path() / "b");
  std::ofstream(temp.path() / "b/results.json") << "{";
  const results::Run joined = join_reports_below(temp.path());
  EXPECT_THAT(told_cases(joined), ElementsAre("a0"));
  EXPECT_THAT(joined.errors, ElementsAre(HasSubstr("not a results file")));
  EXPECT_TRUE(join_reports_below(temp.path() / "a").suites.empty());
  EXPECT_THROW(read_reports(temp.path() / "b"), Error);
  EXPECT_THROW(report_folders_below(temp.path() / "nowhere"), Error);
}

TEST(JoinedReports, AreFoundAtAnyDepthAndThroughNoLink) {
  const TempFolder temp;
  for (const char* name : {"z/y/x", "a", "out/old"}) test(temp.path() / name, "c", Outcome::Passed);
  fs::create_directory_symlink(temp.path() / "a", temp.path() / "link");
  EXPECT_THAT(report_folders_below(temp.path(), temp.path() / "out/"),
              ElementsAre(temp.path() / "a", temp.path() / "z/y/x"));
}

}  // namespace
}  // namespace casement::reports
