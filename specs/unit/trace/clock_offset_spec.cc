#include "casement/trace/clock_offset.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(ClockOffset, IsZeroIfTheClocksMayBeEqual) {
  ClockOffset offset;
  EXPECT_EQ(offset.milliseconds(), 0);
  offset.add(1000.5, 1000, 1000.9);  // rounded down by the browser
  offset.add(2000, 2400, 2500);
  EXPECT_EQ(offset.milliseconds(), 0);
}

TEST(ClockOffset, IsTheMiddleOfWhatTheAnswersAllow) {
  ClockOffset offset;
  offset.add(1000, 6000, 3000);  // 3000 to 5001
  EXPECT_EQ(offset.milliseconds(), 4000.5);
  offset.add(4000, 8019, 4040);  // 3979 to 4020
  EXPECT_EQ(offset.milliseconds(), 3999.5);
}

TEST(ClockOffset, IsNegativeForABrowserThatIsLate) {
  ClockOffset offset;
  offset.add(5000, 1000, 5100);
  EXPECT_EQ(offset.milliseconds(), -4049.5);
}

TEST(ClockOffset, IsZeroAfterAClockWasSet) {
  ClockOffset offset;
  offset.add(1000, 9000, 1010);
  offset.add(2000, 5000, 2010);
  EXPECT_EQ(offset.milliseconds(), 0);
}

}  // namespace
}  // namespace casement
