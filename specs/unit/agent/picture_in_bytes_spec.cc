#include "casement/agent/picture_in_bytes.h"

#include <gtest/gtest.h>

#include "casement/base/image.h"

namespace casement {
namespace {

// Bytes that do not compress, so that each row has its share.
std::string noisy_picture(int width, int height) {
  Image image{width, height, {}};
  std::uint32_t state = 1;
  for (int i = 0; i < width * height * 4; ++i) {
    state = state * 1'664'525 + 1'013'904'223;
    image.rgba.push_back(i % 4 == 3 ? 255 : static_cast<std::uint8_t>(state >> 24));
  }
  return encode_png(image);
}

TEST(PictureInBytes, IsWholeIfItHasRoom) {
  const std::string png = noisy_picture(40, 30);
  const PictureInBytes picture = picture_in_bytes(png, 1'000'000);
  EXPECT_EQ(picture.png, png);
  EXPECT_EQ(picture.rows, 30);
  EXPECT_EQ(picture.shown, 30);
}

TEST(PictureInBytes, ShowsTheTopThatHasRoom) {
  const PictureInBytes picture = picture_in_bytes(noisy_picture(100, 200), 20'000);
  EXPECT_LE((picture.png.size() + 2) / 3 * 4, 20'000U);
  EXPECT_EQ(picture.rows, 200);
  EXPECT_GT(picture.shown, 20) << "most of the room is used";
  EXPECT_LT(picture.shown, 60);
  EXPECT_EQ(decode_png(picture.png).height, picture.shown);
}

TEST(PictureInBytes, IsEmptyIfNotOneRowHasRoom) {
  const PictureInBytes picture = picture_in_bytes(noisy_picture(2000, 3), 100);
  EXPECT_EQ(picture.png, "");
  EXPECT_EQ(picture.shown, 0);
}

}  // namespace
}  // namespace casement
