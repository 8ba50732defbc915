#include "casement/base/base64.h"

#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

// RFC 4648 section 10.
TEST(Base64, DecodesTheStandardsVectors) {
  EXPECT_EQ(decode_base64(""), "");
  EXPECT_EQ(decode_base64("Zg=="), "f");
  EXPECT_EQ(decode_base64("Zm8="), "fo");
  EXPECT_EQ(decode_base64("Zm9v"), "foo");
  EXPECT_EQ(decode_base64("Zm9vYmFy"), "foobar");
}

TEST(Base64, DecodesEveryByte) {
  EXPECT_EQ(decode_base64("AP+A"), std::string("\0\xFF\x80", 3));
}

TEST(Base64, RefusesWhatIsNoBase64) {
  EXPECT_THROW(decode_base64("Zm9\n"), Error);
}

TEST(Base64, EncodesWithPadding) {  // RFC 4648 section 10
  EXPECT_EQ(encode_base64(""), "");
  EXPECT_EQ(encode_base64("f"), "Zg==");
  EXPECT_EQ(encode_base64("fo"), "Zm8=");
  EXPECT_EQ(encode_base64("foo"), "Zm9v");
  EXPECT_EQ(encode_base64("foob"), "Zm9vYg==");
  EXPECT_EQ(encode_base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, DecodesWhatItHasEncoded) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(decode_base64(encode_base64(bytes)), bytes);
}

}  // namespace
}  // namespace casement
