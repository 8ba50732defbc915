#include "casement/base/time_limit.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

using namespace std::chrono_literals;

TEST(TimeLimit, IsTheTimeThatTheCallerGave) {
  const auto began = Deadline::Clock::now();
  EXPECT_EQ(describe_limit(Deadline::at(began + 5s), began), "within 5 s");
  EXPECT_EQ(describe_limit(Deadline::at(began + 4970ms), began), "within 5 s");
  EXPECT_EQ(describe_limit(Deadline::at(began + 1500ms), began), "within 1.5 s");
  EXPECT_EQ(describe_limit(Deadline::at(began + 298ms), began), "within 300 ms");
}

TEST(TimeLimit, NamesNoNumberIfThereIsNone) {
  const auto now = Deadline::Clock::now();
  EXPECT_EQ(describe_limit(Deadline::never(), now), "in time");
  EXPECT_EQ(describe_limit(Deadline::at(now - 1s), now), "in time");
}

}  // namespace
}  // namespace casement
