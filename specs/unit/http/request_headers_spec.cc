#include "casement/http/request_headers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

TEST(RequestHeader, IsSplitIntoNameAndValue) {
  EXPECT_EQ(parse_request_header("X-Token:  a b "), std::pair(std::string("X-Token"), std::string("a b")));
  EXPECT_EQ(parse_request_header("X-Empty:").second, "");
}

TEST(RequestHeader, IsRefusedWithoutItsValue) {
  for (const char* text : {"no colon secret", ": secret", "a b: secret", "X: secret\r\nY: z", "Host: secret",
                           "content-length: secret", "Sec-WebSocket-Key: secret", "X\xc3\xa9: secret"}) {
    try {
      parse_request_header(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("secret"))) << text;
    }
  }
}

TEST(UrlWithUser, LosesItsUserToAHeader) {
  const UrlWithUser parts = take_user_out("http://me:p%40ss@a.test:1/x?y");
  EXPECT_EQ(parts.url, "http://a.test:1/x?y");
  EXPECT_EQ(parts.authorization, "Basic bWU6cEBzcw==");
  EXPECT_EQ(take_user_out("http://a.test/@x").authorization, "");
}

TEST(ShownUrl, HasNeitherUserNorQuery) {
  EXPECT_EQ(shown_url("ws://me:secret@a.test/x?token=secret"), "ws://…@a.test/x?…");
  EXPECT_EQ(shown_url("ws://a.test/x"), "ws://a.test/x");
  EXPECT_EQ(shown_url("me:secret@a.test:4444"), "…@a.test:4444");  // as people mistype it
}

}  // namespace
}  // namespace casement
