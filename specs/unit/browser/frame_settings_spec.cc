#include "casement/browser/values/frame_settings.h"

#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

FrameSettings from(const std::string& variable, const std::string& value) {
  return FrameSettings::from([&](const char* name) -> std::optional<std::string> {
    if (variable != name) return std::nullopt;
    return value;
  });
}

TEST(FrameSettings, TheEnvironmentSetsTimeoutAndWait) {  // A8
  EXPECT_EQ(from("CASEMENT_FRAME_TIMEOUT_MS", "350").timeout, Milliseconds(350));
  EXPECT_EQ(from("CASEMENT_FRAME_TIMEOUT_MS", "2000").timeout, Milliseconds(2000));  // as given, also under load
  EXPECT_EQ(from("CASEMENT_FRAME_WAIT_MS", "9000").wait, Milliseconds(9000));
}

TEST(FrameSettings, UnsetVariablesHaveDefaults) {
  EXPECT_EQ(from("OTHER", "1").timeout, std::nullopt);
  EXPECT_EQ(from("CASEMENT_FRAME_TIMEOUT_MS", "").timeout, std::nullopt);
}

TEST(FrameSettings, AnythingButANumberOfMillisecondsIsRefused) {
  for (const char* bad : {"0", "-1", "2s", " 5", "600001", "99999999999", "1.5"}) {
    EXPECT_THROW(from("CASEMENT_FRAME_TIMEOUT_MS", bad), Error) << bad;
  }
}

}  // namespace
}  // namespace casement
