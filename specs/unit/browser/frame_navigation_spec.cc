#include "casement/browser/frames/frame_navigation.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(FrameNavigation, IsAskedForThenUnderWayThenOver) {
  const FrameNavigation::Time early{}, begin = early + Milliseconds(1), later = begin + Milliseconds(1);
  FrameNavigation one;
  EXPECT_EQ(one.pending(), nullptr);
  one.on_asked(begin);
  EXPECT_TRUE(one.is_asked_for());
  EXPECT_TRUE(one.is_asked_for_since(begin));
  EXPECT_FALSE(one.is_asked_for_since(later));
  one.on_begun("http://shop.test/own", "L", begin);
  EXPECT_FALSE(one.is_asked_for());
  EXPECT_EQ(one.pending()->url, "http://shop.test/own");
  EXPECT_TRUE(one.is_pending_since(begin));
  EXPECT_FALSE(one.is_pending_since(later));
  one.on_asked(later);  // the next one, meanwhile
  EXPECT_TRUE(one.is_asked_for());
  EXPECT_FALSE(one.is_asked_for_since(early));
  EXPECT_EQ(one.on_stopped()->loader_id, "L");
  EXPECT_FALSE(one.on_stopped());
  EXPECT_TRUE(one.is_asked_for_since(later));
  one.on_refused();
  EXPECT_FALSE(one.is_asked_for());
  one.on_begun("http://shop.test/own", "L", later);
  one.on_asked(later);
  one.on_ended();
  EXPECT_EQ(one.pending(), nullptr);
  EXPECT_FALSE(one.is_asked_for());
}

}  // namespace
}  // namespace casement
