#include "casement/clock/clock_time.h"

#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

TEST(ClockTimes, AreReadFromIso8601) {
  EXPECT_EQ(ClockTime("1970-01-01").milliseconds(), 0);
  EXPECT_EQ(ClockTime("2026-11-30T10:00:00Z").milliseconds(), 1'796'032'800'000);
  EXPECT_EQ(ClockTime("2026-11-30T10:00").milliseconds(), 1'796'032'800'000);
  EXPECT_EQ(ClockTime("2026-11-30 11:30:00.25+01:30").milliseconds(), 1'796'032'800'250);
  EXPECT_EQ(ClockTime("2026-11-30T02:00:00-08:00").milliseconds(), 1'796'032'800'000);
  EXPECT_EQ(ClockTime("1969-12-31T23:59:59.999Z").milliseconds(), -1);
  EXPECT_EQ(ClockTime("2024-02-29").milliseconds(), 1'709'164'800'000);
  EXPECT_EQ(ClockTime(std::chrono::system_clock::time_point(std::chrono::milliseconds(5))).milliseconds(), 5);
}

TEST(ClockTimes, RefuseOtherTexts) {
  for (const char* const text : {"", "now", "2026-13-01", "2026-02-29", "2026-11-30T24:00", "2026-11-30T10:60", "10:00",
                                 "2026-11-30T10:00:00+99:00", "2026-11-30T10:00:00Zx", "30.11.2026", "1796032800000"}) {
    EXPECT_THROW(ClockTime{text}, Error) << text;
  }
}

}  // namespace
}  // namespace casement
