// CASEMENT_CPU_THROTTLING: a frame of another site has a process of its own, which has to be throttled too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "specs/wire/scripted_page.h"

namespace casement::specs {
namespace {

std::vector<Json> told_to_a_frame_of_another_site() {
  ScriptedPage p;
  p.answer_all();
  p.attach("S", "C", "SC");
  p.deliver();
  return p.sent("Emulation.setCPUThrottlingRate");
}

TEST(Throttling, ReachesFramesOfOtherSites) {
  ::setenv("CASEMENT_CPU_THROTTLING", "4", 1);
  const std::vector<Json> told = told_to_a_frame_of_another_site();
  ::unsetenv("CASEMENT_CPU_THROTTLING");
  ASSERT_THAT(told, testing::SizeIs(1));
  EXPECT_EQ(told[0].at("sessionId"), "SC");
  EXPECT_EQ(told[0].at("params"), Json({{"rate", 4.0}}));
}

TEST(Throttling, IsNotSentByDefault) {
  EXPECT_THAT(told_to_a_frame_of_another_site(), testing::IsEmpty());
}

}  // namespace
}  // namespace casement::specs
