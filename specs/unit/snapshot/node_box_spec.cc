#include "casement/snapshot/node_box.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(NodeBox, IsReadInEveryLocale) {
  const auto [x, y, width, height] = numbers_of_box("10.5,-2.25,1280,0.5");
  EXPECT_EQ(x, 10.5);
  EXPECT_EQ(y, -2.25);
  EXPECT_EQ(width, 1280);
  EXPECT_EQ(height, 0.5);
}

TEST(NodeBox, IsEmptyWithoutABox) {
  EXPECT_EQ(numbers_of_box("").width, 0);
}

}  // namespace
}  // namespace casement
