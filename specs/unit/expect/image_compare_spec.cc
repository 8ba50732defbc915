// Pictures compared without a browser.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "casement/base/error.h"
#include "casement/expect/difference_places.h"
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
  const Image drawn = draw_difference(actual, difference.marks);
  EXPECT_EQ(drawn.rgba[4 * 23], 255);
  EXPECT_EQ(drawn.rgba[4 * 23 + 1], 0);
  EXPECT_EQ(drawn.rgba[4 * 22 + 1], 242);
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

TEST(ImageCompare, TheSmallerOfPixelsAndShareIsTheLimit) {
  const Image expected = plain(10, 10, 200);
  Image actual = expected;
  for (const std::size_t pixel : {23u, 24u, 57u}) actual.rgba[4 * pixel] = 0;
  EXPECT_TRUE(compare_images(expected, actual, {.pixels = 3}).same);
  EXPECT_FALSE(compare_images(expected, actual, {.pixels = 2}).same);
  EXPECT_FALSE(compare_images(expected, actual, {.share = 0.02, .pixels = 3}).same);
  EXPECT_FALSE(compare_images(expected, actual, {.share = 0.5, .pixels = 2}).same);
  EXPECT_TRUE(compare_images(expected, actual, {.share = 0.03, .pixels = 50}).same);
}

TEST(ImageCompare, TheHeatMapIsHottestWhereMostPixelsDiffer) {
  const Image image = plain(100, 100, 255);
  std::vector<std::uint8_t> marks(100 * 100);
  marks[5 * 100 + 5] = 1;
  for (std::size_t y = 60; y < 90; ++y) std::fill_n(marks.begin() + static_cast<std::ptrdiff_t>(y * 100 + 60), 30, 1);
  const Image heat = draw_heat(image, marks);
  const auto red_over_blue = [&](std::size_t x, std::size_t y) {
    return int{heat.rgba[4 * (y * 100 + x)]} - int{heat.rgba[4 * (y * 100 + x) + 2]};
  };
  EXPECT_GT(red_over_blue(75, 75), 150);
  EXPECT_LT(red_over_blue(5, 5), -50);
  EXPECT_EQ(red_over_blue(30, 60), 0) << "nothing differs here";
}

Image half_covered(double edge) {  // black to the left of the edge, which has one grey pixel in each row
  Image image = plain(20, 20, 255);
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 20; ++x) {
      const double covered = std::clamp(edge + 0.1 * y - x, 0.0, 1.0);
      std::fill_n(image.rgba.begin() + 4 * (20 * y + x), 3, static_cast<std::uint8_t>(255 * (1 - covered)));
    }
  }
  return image;
}

TEST(PerceptualCompare, ForgivesWhatOnlySmoothsAnEdge) {
  const Image expected = half_covered(8), actual = half_covered(8.4);
  EXPECT_GT(compare_images(expected, actual).pixels, 20u);
  EXPECT_EQ(compare_images(expected, actual, {.compare = "perceptual"}).pixels, 0u);
}

TEST(PerceptualCompare, FindsAPixelOfAnotherColour) {
  const Image expected = plain(20, 20, 255);
  Image actual = expected;
  actual.rgba[4 * 210 + 1] = actual.rgba[4 * 210 + 2] = 0;
  EXPECT_EQ(compare_images(expected, actual, {.compare = "perceptual"}).pixels, 1u);
  EXPECT_FALSE(compare_images(expected, actual, {.compare = "perceptual"}).same);
}

TEST(PerceptualCompare, SeesASmallStepOnASurfaceAndNotOnOnePixel) {
  const Image expected = plain(20, 20, 240);
  Image one_pixel = expected;
  for (std::size_t channel = 0; channel < 3; ++channel) one_pixel.rgba[4 * 210 + channel] = 248;
  EXPECT_EQ(compare_images(expected, one_pixel, {.compare = "perceptual"}).pixels, 0u);
  EXPECT_GT(compare_images(expected, plain(20, 20, 248), {.compare = "perceptual"}).pixels, 300u);
  EXPECT_EQ(compare_images(expected, plain(20, 20, 241), {.compare = "perceptual"}).pixels, 0u);
}

TEST(PerceptualCompare, ForgivesAnEdgeAtTheBorderOfThePicture) {
  Image expected = half_covered(8), actual = half_covered(8.4);
  for (Image* image : {&expected, &actual}) {  // rows 0 and 1 only, so that each row touches the border
    image->height = 2;
    image->rgba.resize(4 * 20 * 2);
  }
  EXPECT_EQ(compare_images(expected, actual).pixels, 2u);
  EXPECT_EQ(compare_images(expected, actual, {.compare = "perceptual"}).pixels, 0u);
}

TEST(PerceptualCompare, TransparentPicturesShowWhitePaper) {
  Image expected = half_covered(8), actual = half_covered(8.4);
  for (Image* image : {&expected, &actual}) {
    for (std::size_t pixel = 0; pixel < image->rgba.size(); pixel += 4) {  // white → black that is transparent there
      image->rgba[pixel + 3] = static_cast<std::uint8_t>(255 - image->rgba[pixel]);
      std::fill_n(image->rgba.begin() + static_cast<std::ptrdiff_t>(pixel), 3, 0);
    }
  }
  EXPECT_GT(compare_images(expected, actual).pixels, 20u);
  EXPECT_EQ(compare_images(expected, actual, {.compare = "perceptual"}).pixels, 0u);
  EXPECT_EQ(compare_images(half_covered(8), expected, {.compare = "perceptual"}).pixels, 0u);
}

TEST(PerceptualCompare, ASlopeWithoutASurfaceBesideItIsNoEdge) {
  Image expected = plain(20, 20, 0), actual = expected;
  for (std::size_t pixel = 0; pixel < 400; ++pixel) {  // no two neighbours have the same colour
    const std::size_t x = pixel % 20, y = pixel / 20;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      expected.rgba[4 * pixel + channel] = static_cast<std::uint8_t>(x * 10 + y * 3 + channel);
      actual.rgba[4 * pixel + channel] = static_cast<std::uint8_t>(255 - x * 10 - y * 3 + channel);
    }
  }
  const ImageDifference difference = compare_images(expected, actual, {.compare = "perceptual"});
  EXPECT_GT(difference.pixels, 330u);
  EXPECT_EQ(difference.pixels, static_cast<std::size_t>(std::ranges::count(difference.marks, 1)));
}

TEST(PictureOptionsCheck, RefusesInvalidOptions) {
  const PictureOptions wrong[] = {{.channel = 256},
                                  {.share = 1.5},
                                  {.pixels = -1},
                                  {.compare = "fuzzy"},
                                  {.colour = 2},
                                  {.animations = "stop"},
                                  {.caret = "blink"},
                                  {.channel = 3, .compare = "perceptual"},
                                  {.area = PictureArea{0, 0, 0, 5}}};
  for (const PictureOptions& options : wrong) {
    try {
      check_picture_options(options);
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
    }
  }
  EXPECT_NO_THROW(check_picture_options({}));
}

TEST(DifferencePlaces, CountsEachPixelForTheSmallestElementAroundIt) {
  std::vector<std::uint8_t> marks(20 * 10);
  for (const std::size_t pixel : {0u, 43u, 44u, 45u, 199u}) marks[pixel] = 1;
  const std::vector<std::string> lines =
      name_difference_places(marks, 20, {{"main", 0, 0, 20, 5}, {"button \"Pay\" [ref=f1_e3]", 2, 1, 7, 4}});
  EXPECT_THAT(lines, testing::ElementsAre("3 pixels in button \"Pay\" [ref=f1_e3]", "1 pixel outside of every element",
                                          "1 pixel in main"));
}

TEST(DifferencePlaces, SumsUpWhatIsTooMuchForAMessage) {
  const std::vector<std::uint8_t> marks(30, 1);
  std::vector<PictureElement> elements;
  for (int i = 0; i < 10; ++i) elements.push_back({std::to_string(i), 3.0 * i, 0, 3.0 * i + 3, 1});
  EXPECT_THAT(name_difference_places(marks, 30, elements, 2),
              testing::ElementsAre("3 pixels in 0", "3 pixels in 1", "24 pixels in 8 other places"));
}

TEST(ImageCompare, TwoSizesAreNeverTheSame) {
  const ImageDifference difference = compare_images(plain(2, 2, 0), plain(2, 3, 0), {255, 1});
  EXPECT_FALSE(difference.same);
  EXPECT_EQ(difference.description, "it is 2 × 3 pixels instead of 2 × 2");
}

}  // namespace
}  // namespace casement
