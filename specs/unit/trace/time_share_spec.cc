#include "casement/trace/time_share.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(TimeShare, AllowsItsShareOfTheTimeAndRareAttempts) {
  TimeShare none(0);
  EXPECT_EQ(none.allowed().count(), 300);
  none.spend(299.5, false);
  EXPECT_EQ(none.allowed().count(), 0);
  TimeShare all(1e9);
  while (all.allowed().count() < 1000) continue;
  all.spend(1e12, true);
  EXPECT_EQ(all.allowed().count(), 0);
}

}  // namespace
}  // namespace casement
