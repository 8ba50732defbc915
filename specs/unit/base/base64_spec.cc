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

TEST(Base64, DecodesEveryByte) { EXPECT_EQ(decode_base64("AP+A"), std::string("\0\xFF\x80", 3)); }

TEST(Base64, RefusesWhatIsNoBase64) { EXPECT_THROW(decode_base64("Zm9\n"), Error); }

}  // namespace
}  // namespace casement
