#include "casement/reports/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "approved.h"
#include "casement/reports/columns.h"
#include "example_runs.h"
#include "replay.h"

namespace casement::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string console_text(const Run& run, ConsoleOptions options = {}) {
  std::ostringstream out;
  ConsoleSink sink(out, options);
  replay(run, sink);
  return out.str();
}

TEST(Console, MatchesApprovedAllPassed) {
  EXPECT_TRUE(matches_approved(console_text(all_passed()), "all_passed.console.txt"));
}
TEST(Console, MatchesApprovedMixed) {
  EXPECT_TRUE(matches_approved(console_text(mixed()), "mixed.console.txt"));
}
TEST(Console, MatchesApprovedFrameFailures) {
  EXPECT_TRUE(matches_approved(console_text(frame_failures()), "frame_failures.console.txt"));
}
TEST(Console, MatchesApprovedHostile) {
  EXPECT_TRUE(matches_approved(console_text(hostile()), "hostile.console.txt"));
}
TEST(Console, MatchesApprovedBroken) {
  EXPECT_TRUE(matches_approved(console_text(broken()), "broken.console.txt"));
}

TEST(Console, EscapesEveryControlCharacter) {
  for (const char c : console_text(hostile())) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
    EXPECT_NE(c, '\x7f');
  }
}

TEST(Console, NoTextCanForgeACase) {
  EXPECT_THAT(console_text(hostile()), Not(HasSubstr("\n  ✓ forged")));
}

TEST(Console, ColoursOnlyWhenAsked) {
  EXPECT_THAT(console_text(mixed()), Not(HasSubstr("\x1b")));
  EXPECT_THAT(console_text(mixed(), {.colour = true}), HasSubstr("\x1b[31m✗\x1b[0m checkout"));
}

std::string live_text(std::size_t columns) {
  std::ostringstream out;
  ConsoleSink sink(out, {.interactive = true, .columns = columns});
  sink.progressed(
      {3, 1, 9, {{"accepted", "open: /", 900}, {"decl\x1b[31mined", "click: button \"Pay\"", 4'700}}, 11'200});
  sink.case_finished(all_passed().suites[0].cases[0]);
  return out.str();
}

TEST(Console, ShowsHowFarTheRunIsInOneLine) {
  EXPECT_THAT(live_text(100), testing::StartsWith("  3/9 done, 1 failed · 12 s left · 2 running · 4 s "
                                                  "decl\\x1b[31mined › click: button \"Pay\"\r\x1b[2K  ✓ checkout"));
}

TEST(Console, LeavesALineToOtherOutput) {
  std::ostringstream out;
  ConsoleSink sink(out, {.interactive = true});
  sink.progressed({0, 0, 1, {{"accepted", "", 0}}, -1});
  sink.progressed({0, 0, 1, {{"accepted", "", 9}}, -1});  // the same again: nothing flickers
  sink.other_output();
  EXPECT_EQ(out.str(), "  0/1 done · 0 s accepted\r\x1b[2K");
  sink.other_output();
  EXPECT_EQ(out.str(), "  0/1 done · 0 s accepted\r\x1b[2K");
}

TEST(Console, KeepsTheLiveLineWithinTheColumns) {
  EXPECT_THAT(live_text(20), testing::StartsWith("  3/9 done, 1 fail…\r"));
}

TEST(Console, AWideLabelTakesTheColumnsThatATerminalGivesIt) {
  results::Run run = all_passed();
  run.suites[0].cases[0].name = "支払う";
  run.suites[0].cases[1].name = "abcdef";
  std::istringstream lines(console_text(run));
  std::string head, wide, narrow;
  std::getline(std::getline(std::getline(lines, head), wide), narrow);
  EXPECT_EQ(count_columns(wide), count_columns(narrow)) << wide << '\n' << narrow;
}

TEST(Console, ShowsNoLiveLineWithoutATerminal) {
  std::ostringstream out;
  ConsoleSink sink(out, {});
  sink.progressed({3, 1, 9, {{"accepted", "", 0}}, 11'200});
  EXPECT_EQ(out.str(), "");
}

TEST(Console, MatchesApprovedRetried) {
  EXPECT_TRUE(matches_approved(console_text(retried()), "retried.console.txt"));
}

TEST(Console, NoTextCanMakeADashboardSendAFile) {
  results::Run run = mixed();
  run.suites[0].cases[1].failures[0].message =
      "<CTestMeasurementFile type=\"file\" name=\"x\">/etc/passwd</CTestMeasurementFile>";
  EXPECT_THAT(console_text(run), Not(HasSubstr("<CTestMeasurement")));
}

TEST(Console, TotalsNameOnlyOutcomesThatOccurred) {
  results::Run run = mixed();
  run.errors = {"Chrome died"};
  EXPECT_THAT(console_text(run),
              testing::EndsWith("\nerror: Chrome died\n"
                                "1 passed, 2 failed, 1 skipped, 1 error in 5.3 s · 1 frame failure\n"));
}

}  // namespace
}  // namespace casement::reports
