#include "casement/reports/run_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement::reports {
namespace {

TEST(RunInfo, ContainsHostNameAndTime) {
  results::RunInfo info;
  describe_run(info);
  EXPECT_NE(info.host_name, "");
  EXPECT_THAT(info.started, testing::MatchesRegex("20[0-9-]{8}T[0-9:]{8}Z"));
}

TEST(RunInfo, ConvertsTimes) {
  EXPECT_EQ(time_text(1'772'357'400), "2026-03-01T09:30:00Z");
  EXPECT_EQ(seconds_since_1970("2026-03-01T09:30:00Z"), 1'772'357'400);
  EXPECT_EQ(seconds_since_1970("2026-03-01T09:30:00+00:00"), 1'772'357'400);
  EXPECT_FALSE(seconds_since_1970("never"));
}

}  // namespace
}  // namespace casement::reports
