#include "casement/http/socket_handshake.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement::http {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ServedRequest handshake() {
  ServedRequest request;
  request.method = "GET";
  request.headers = {{"Upgrade", "websocket"},
                     {"Connection", "keep-alive, Upgrade"},
                     {"Sec-WebSocket-Version", "13"},
                     {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}};
  return request;
}

ServedRequest with(const std::string& name, const std::string& value) {
  ServedRequest request = handshake();
  set_header(request.headers, name, value);
  return request;
}

TEST(SocketHandshake, AnswersTheKeyOfTheStandard) {
  const ServedAnswer agreed = agree_to_socket(handshake(), "feed.v2");
  EXPECT_EQ(agreed.status, 101);
  EXPECT_EQ(*find_header(agreed.headers, "Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(*find_header(agreed.headers, "Sec-WebSocket-Protocol"), "feed.v2");
  EXPECT_EQ(find_header(agree_to_socket(handshake(), "").headers, "Sec-WebSocket-Protocol"), nullptr);
}

TEST(SocketHandshake, AgreesToNoExtension) {
  const ServedAnswer agreed =
      agree_to_socket(with("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits=9"), "");
  EXPECT_EQ(agreed.status, 101);
  EXPECT_EQ(find_header(agreed.headers, "Sec-WebSocket-Extensions"), nullptr);
}

TEST(SocketHandshake, IsRefusedIfItIsMalformed) {
  EXPECT_EQ(agree_to_socket(with("Sec-WebSocket-Key", "short"), "").status, 400);
  EXPECT_EQ(agree_to_socket(with("Sec-WebSocket-Key", "????????????????????????"), "").status, 400);
  EXPECT_EQ(agree_to_socket(with("Connection", "keep-alive"), "").status, 400);
  ServedRequest posted = handshake();
  posted.method = "POST";
  EXPECT_EQ(agree_to_socket(posted, "").status, 400);
  const ServedAnswer old = agree_to_socket(with("Sec-WebSocket-Version", "8"), "");
  EXPECT_EQ(old.status, 426);
  EXPECT_EQ(*find_header(old.headers, "Sec-WebSocket-Version"), "13");
}

TEST(SocketHandshake, IsAskedForByAnUpgrade) {
  EXPECT_TRUE(asks_for_socket(handshake()));
  EXPECT_TRUE(asks_for_socket(with("Upgrade", "h2c, WebSocket")));
  EXPECT_FALSE(asks_for_socket(with("Upgrade", "h2c")));
  EXPECT_FALSE(asks_for_socket(ServedRequest()));
}

TEST(SocketHandshake, OffersSubProtocols) {
  EXPECT_THAT(offered_protocols(handshake()), IsEmpty());
  ServedRequest request = with("Sec-WebSocket-Protocol", "a ,\tb,, c");
  request.headers.emplace_back("sec-websocket-protocol", "d");
  EXPECT_THAT(offered_protocols(request), ElementsAre("a", "b", "c", "d"));
}

}  // namespace
}  // namespace casement::http
