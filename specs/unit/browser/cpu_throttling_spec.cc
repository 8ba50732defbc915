#include "casement/browser/page/cpu_throttling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/browser/values/emulation.h"

namespace casement {
namespace {

double rate_of(const std::optional<std::string>& text) {
  return cpu_throttling([&](const char* variable) {
    EXPECT_STREQ(variable, "CASEMENT_CPU_THROTTLING");
    return text;
  });
}

TEST(CpuThrottling, IsOffByDefault) {
  EXPECT_EQ(rate_of(std::nullopt), 1);
  EXPECT_EQ(rate_of(""), 1);
}

TEST(CpuThrottling, TakesANumber) {
  EXPECT_EQ(rate_of("4"), 4);
  EXPECT_EQ(rate_of("2.5"), 2.5);
}

TEST(CpuThrottling, RefusesWhatIsNoSlowerMachine) {
  for (const char* text : {"0", "0.5", "-2", "101", "4x", "2,5", "nan", "inf", "fast"}) {
    SCOPED_TRACE(text);
    try {
      rate_of(text);
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_THAT(error.message(), testing::HasSubstr("must be a number from 1 to 100"));
    }
  }
}

TEST(CpuThrottling, IsSentToEachSession) {
  const cdp::Command command = throttling_command(4, cdp::SessionId("S"));
  EXPECT_EQ(command.method, "Emulation.setCPUThrottlingRate");
  EXPECT_EQ(command.params, Json({{"rate", 4.0}}));
}

}  // namespace
}  // namespace casement
