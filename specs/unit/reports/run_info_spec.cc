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

}  // namespace
}  // namespace casement::reports
