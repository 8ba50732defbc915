#include "casement/reports/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "approved.h"
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

TEST(Console, LetsNoControlCharacterThrough) {
  for (const char c : console_text(hostile())) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
    EXPECT_NE(c, '\x7f');
  }
}

TEST(Console, LetsNoTextForgeACase) {
  EXPECT_THAT(console_text(hostile()), Not(HasSubstr("\n  ✓ forged")));
}

TEST(Console, ColoursOnlyWhenAsked) {
  EXPECT_THAT(console_text(mixed()), Not(HasSubstr("\x1b")));
  EXPECT_THAT(console_text(mixed(), {.colour = true}), HasSubstr("\x1b[31m✗\x1b[0m checkout"));
}

TEST(Console, RemovesTheLiveLineBeforeTheCase) {
  EXPECT_THAT(
      console_text(all_passed(), {.interactive = true}),
      HasSubstr("  … checkout › accepted  click: button \"Checkout\"\r\x1b[2K  ✓ checkout"));
}

TEST(Console, KeepsTheLiveLineWithinTheColumns) {
  EXPECT_THAT(console_text(all_passed(), {.interactive = true, .columns = 20}),
              HasSubstr("\x1b[2K  … checkout › acc…\r"));
}

TEST(Console, TotalsNameWhatThereWas) {
  results::Run run = mixed();
  run.errors = {"Chrome died"};
  EXPECT_THAT(
      console_text(run),
      testing::EndsWith("\nerror: Chrome died\n"
                        "1 passed, 2 failed, 1 skipped, 1 error in 5.3 s · 1 frame failure\n"));
}

}  // namespace
}  // namespace casement::reports
