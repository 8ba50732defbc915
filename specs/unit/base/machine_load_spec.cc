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

TEST(MachineLoad, IsToldWithATimeoutOnceAndWithNothingElse) {
  const MachineLoad load;
  const std::vector<std::string> lines = load.lines();
  EXPECT_EQ(with_load(Error(ErrorKind::Timeout, "late"), load).trail().size(), lines.size());
  const Error told(ErrorKind::Timeout, "late", {"the machine was busy: the load was 9 on 2 processors"});
  EXPECT_EQ(with_load(told, load).trail(), told.trail());
  EXPECT_TRUE(with_load(Error(ErrorKind::NotFound, "none"), load).trail().empty());
}

}  // namespace
}  // namespace casement
