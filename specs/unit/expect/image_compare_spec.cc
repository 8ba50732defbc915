// Pictures compared without a browser.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/expect/image_compare.h"

namespace casement {
namespace {

Image plain(int width, int height, std::uint8_t grey) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i) image.rgba.insert(image.rgba.end(), {grey, grey, grey, 255});
  return image;
}

TEST(ImageCompare, ThreePixelsOfADifferenceAreCountedAndPlaced) {
  const Image expected = plain(10, 10, 200);
  Image actual = expected;
  for (const std::size_t pixel : {23u, 24u, 57u}) actual.rgba[4 * pixel] = 0;
  const ImageDifference difference = compare_images(expected, actual);
  EXPECT_FALSE(difference.same);
  EXPECT_EQ(difference.pixels, 3u);
  EXPECT_EQ(difference.description, "3 of 100 pixels differ, within 3,2 to 7,5");
  EXPECT_EQ(difference.picture.rgba[4 * 23], 255);
  EXPECT_EQ(difference.picture.rgba[4 * 23 + 1], 0);
  EXPECT_EQ(difference.picture.rgba[4 * 22 + 1], 242);
}

TEST(ImageCompare, ATolerancePassesWhatIsWithinIt) {
  const Image expected = plain(10, 10, 200);
  Image actual = expected;
  actual.rgba[0] = 197;
  EXPECT_FALSE(compare_images(expected, actual).same);
  EXPECT_FALSE(compare_images(expected, actual, {2, 0}).same);
  EXPECT_TRUE(compare_images(expected, actual, {3, 0}).same);
  EXPECT_TRUE(compare_images(expected, actual, {0, 0.01}).same);
  EXPECT_FALSE(compare_images(expected, actual, {0, 0.009}).same);
}

TEST(ImageCompare, TwoSizesAreNeverTheSame) {
  const ImageDifference difference = compare_images(plain(2, 2, 0), plain(2, 3, 0), {255, 1});
  EXPECT_FALSE(difference.same);
  EXPECT_EQ(difference.description, "it is 2 × 3 pixels instead of 2 × 2");
}

}  // namespace
}  // namespace casement
