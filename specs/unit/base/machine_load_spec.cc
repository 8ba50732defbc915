#include "casement/base/machine_load.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

using namespace std::chrono_literals;

TEST(MachineLoad, GivesNoLessThanTheUsualTimeAndFiveTimesAsMuchAtMost) {
  EXPECT_GE(allow_for_load(2000ms), 2000ms);
  EXPECT_LE(allow_for_load(2000ms), 10000ms);
}

TEST(MachineLoad, TellsInOneLineWhatElseIsKnown) {
  const std::vector<std::string> lines = MachineLoad().lines("Chrome took 2 s for a last answer");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].starts_with("the machine was busy: "));
  EXPECT_TRUE(lines[0].ends_with("Chrome took 2 s for a last answer"));
}

}  // namespace
}  // namespace casement
