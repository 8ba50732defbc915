#include "casement/base/machine_load.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

using namespace std::chrono_literals;

TEST(MachineLoad, GivesNoLessThanTheUsualTimeAndFiveTimesAsMuchAtMost) {
  EXPECT_GE(allow_for_load(2000ms), 2000ms);
  EXPECT_LE(allow_for_load(2000ms), 10000ms);
}

TEST(MachineLoad, ReportsOtherFactsInOneLine) {
  const std::vector<std::string> lines = MachineLoad().lines("Chrome needed 2 s for its last answer");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].starts_with("the machine was busy: "));
  EXPECT_TRUE(lines[0].ends_with("Chrome needed 2 s for its last answer"));
}

TEST(MachineLoad, IsReportedWithATimeoutOnceAndWithNothingElse) {
  const std::vector<std::string> lines{"the machine was busy: the load was 9 on 2 processors"};
  const Error told = with_load(Error(ErrorKind::Timeout, "late", {"first"}), lines);
  EXPECT_EQ(told.trail(), (std::vector<std::string>{"first", lines.front()}));
  EXPECT_EQ(with_load(told, {"the machine was busy: the load was 12 on 2 processors"}).trail(), told.trail());
  EXPECT_TRUE(with_load(Error(ErrorKind::NotFound, "none"), lines).trail().empty());
}

}  // namespace
}  // namespace casement
