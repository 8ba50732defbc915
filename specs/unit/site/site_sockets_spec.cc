// The WebSockets of the fixture server, over bytes: the handshake, and what rules send.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "casement/base/base64.h"
#include "specs/unit/site/stream_site.h"

namespace casement {
namespace {

using testing::IsEmpty;

using SiteSockets = StreamSite;

TEST_F(SiteSockets, AreAgreedTo) {
  SocketClient client = connect();
  EXPECT_EQ(client.response().status, 101);
  EXPECT_EQ(client.response().header("Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_EQ(client.response().header("Content-Length"), "");
}

TEST_F(SiteSockets, DoWhatTheirRuleSays) {
  SocketClient client = feed();
  EXPECT_EQ(answer(client, "ping"), "pong");
  EXPECT_EQ(answer(client, R"({"type": "subscribe", "id": [7]})"), R"({"id":[7],"ok":true})");
  EXPECT_EQ(answer(client, R"({"type": "subscribe"})"), R"({"id":null,"ok":true})");
  EXPECT_EQ(answer(client, "file"), "[1,2]");
  EXPECT_EQ(client.receive()->opcode, 2);
  EXPECT_EQ(answer(client, "bytes"), "\x01\x02\xFF");
  EXPECT_EQ(answer(client, "later"), "first");
  EXPECT_EQ(client.next(), "second");
  EXPECT_EQ(answer(client, "tick"), "tick");
  EXPECT_EQ(client.next(), "tick");
  EXPECT_EQ(client.next(), "tick");
  client.text("silence");
  EXPECT_EQ(answer(client, "anything else"), "anything else");
  client.send(2, std::string("\0\xFF", 2));
  const auto echo = client.receive();
  EXPECT_EQ(echo->opcode, 2);
  EXPECT_EQ(echo->payload, std::string("\0\xFF", 2));
}

TEST_F(SiteSockets, RepeatUntilTheConnectionEnds) {
  SocketClient client = feed();
  client.text("forever");
  for (int i = 0; i < 20; ++i) EXPECT_EQ(client.next(), "x");
}

TEST_F(SiteSockets, CloseWithTheirCode) {
  SocketClient client = feed();
  client.text("close");
  const auto close = client.receive();
  EXPECT_EQ(close->opcode, 8);
  EXPECT_EQ(close->close_code(), 4005);
  EXPECT_EQ(close->payload.substr(2), "closed for today");
  client.send(8, close->payload.substr(0, 2));
  EXPECT_FALSE(client.receive());
  const SiteConnection ended = server_->socket("shop.test", "/feed").wait_for_end();
  EXPECT_EQ(ended.close_code, 4005);
  EXPECT_EQ(ended.close_reason, "closed for today");
  EXPECT_EQ(ended.failure, "");
}

TEST_F(SiteSockets, AnswerTheCloseOfTheClient) {
  SocketClient client = feed();
  client.send(8,
              "\x0F\xA1"
              "bye");
  const auto close = client.receive();
  EXPECT_EQ(close->opcode, 8);
  EXPECT_EQ(close->close_code(), 4001);
  EXPECT_FALSE(client.receive());
  const SiteConnection ended = server_->socket("shop.test").wait_for_end();
  EXPECT_EQ(ended.close_code, 4001);
  EXPECT_EQ(ended.close_reason, "bye");
}

TEST_F(SiteSockets, SendAllBytesBeforeTheyClose) {
  files_->write("shop/prices.json", std::string(3 << 20, 'x'));
  server_->route("shop.test", "/feed",
                 serves_socket({.open = {StreamAction::file("prices.json"), StreamAction::close(1001)}}));
  SocketClient client = connect("/feed");
  EXPECT_EQ(client.receive()->payload.size(), std::size_t{3} << 20);
  EXPECT_EQ(client.receive()->close_code(), 1001);
}

TEST_F(SiteSockets, Drop) {
  SocketClient client = feed();
  client.text("drop");
  EXPECT_FALSE(client.receive());
  EXPECT_EQ(server_->socket("shop.test").wait_for_end().close_code, 1006);
}

TEST_F(SiteSockets, SendTheMessagesBeforeADrop) {
  const std::string bytes(3 << 20, 'x');
  server_->route(
      "shop.test", "/feed",
      serves_socket({.open = {StreamAction::text(bytes), StreamAction::drop(), StreamAction::text("late")}}));
  SocketClient client = connect("/feed");
  EXPECT_EQ(client.next().size(), bytes.size());
  EXPECT_FALSE(client.receive());
}

TEST_F(SiteSockets, StallWithoutAnEnd) {
  SocketClient client = feed();
  const auto frame = [](int opcode, std::string_view payload) { return SocketClient::frame(opcode, payload); };
  client.bytes().send(frame(1, "stall") + frame(1, "ping") + frame(9, "are you there") + frame(1, "hello") +
                      frame(8, "\x03\xE8"));
  SiteSocket socket = server_->socket("shop.test");
  socket.wait_for_message("hello");
  EXPECT_TRUE(client.bytes().has_received_nothing());
  EXPECT_TRUE(socket.connections().back().is_open);
  socket.drop();
  EXPECT_FALSE(client.receive());
}

TEST_F(SiteSockets, AnswerPings) {
  SocketClient client = connect();
  client.send(9, "a");
  const auto pong = client.receive();
  EXPECT_EQ(pong->opcode, 10);
  EXPECT_EQ(pong->payload, "a");
}

TEST_F(SiteSockets, ChooseASubProtocol) {
  const auto chosen = [&](std::string_view path, const std::string& offered) {
    return connect(path, offered.empty() ? "" : "Sec-WebSocket-Protocol: " + offered + "\r\n")
        .response()
        .header("Sec-WebSocket-Protocol");
  };
  EXPECT_EQ(chosen("/spoken", "a, c, b"), "b");
  EXPECT_EQ(chosen("/spoken", "a"), "");
  EXPECT_EQ(chosen("/quiet", "a, c"), "a");
  EXPECT_EQ(chosen("/quiet", ""), "");
  EXPECT_EQ(server_->socket("shop.test", "/spoken").connections()[0].protocol, "b");
}

TEST_F(SiteSockets, AreRefusedByOtherRules) {
  EXPECT_EQ(connect("/refused").response().status, 403);
  EXPECT_EQ(connect("/none").response().status, 404);
  EXPECT_EQ(SocketClient(server_->port(), "evil.test", "/feed").response().status, 421);
  EXPECT_EQ(connect("/quiet", "Sec-WebSocket-Key: again\r\n").response().status, 101);
  EXPECT_EQ(LoopbackClient(server_->port()).get("shop.test", "/feed").status, 404);
  EXPECT_THAT(server_->socket("shop.test", "/refused").connections(), IsEmpty());
}

TEST_F(SiteSockets, StandBesideThePageOfTheSamePath) {
  server_->route("shop.test", "/", serves_socket());
  EXPECT_EQ(LoopbackClient(server_->port()).get("shop.test", "/").body, "page");
  EXPECT_EQ(connect("/").response().status, 101);
}

TEST_F(SiteSockets, AreReachedThroughTheProxy) {
  SocketClient client(server_->port(), "shop.test", "http://shop.test/quiet");
  EXPECT_EQ(client.response().status, 101);
  LoopbackClient tunnel(server_->port());
  tunnel.send("CONNECT shop.test:80 HTTP/1.1\r\nHost: shop.test:80\r\n\r\n");
  EXPECT_EQ(tunnel.read_until("\r\n\r\n"), "HTTP/1.1 200 Connection established\r\n\r\n");
  EXPECT_EQ(tunnel.get("shop.test", "/").body, "page");
  EXPECT_EQ(tunnel.get("evil.test", "/").status, 421);
  LoopbackClient other(server_->port());
  other.send("CONNECT shop.test:443 HTTP/1.1\r\nHost: shop.test:443\r\n\r\n");
  EXPECT_EQ(other.receive().status, 502);
  LoopbackClient malformed(server_->port());
  malformed.send("CONNECT / HTTP/1.1\r\nHost: shop.test\r\n\r\n");
  EXPECT_EQ(malformed.receive().status, 400);
}

TEST_F(SiteSockets, AreReachedFromOtherMachinesWithThePassword) {
  const SiteProxy proxy = server_->serve_at("127.0.0.2");
  const int port = std::stoi(proxy.url.substr(proxy.url.rfind(':') + 1));
  const std::string connect = "CONNECT shop.test:80 HTTP/1.1\r\nHost: shop.test:80\r\n";
  LoopbackClient stranger(port, "127.0.0.2");
  stranger.send(connect + "\r\n");
  EXPECT_EQ(stranger.receive().status, 407);
  LoopbackClient client(port, "127.0.0.2");
  client.send(connect + "Proxy-Authorization: Basic " + encode_base64(proxy.user + ":" + proxy.password) + "\r\n\r\n");
  client.read_until("\r\n\r\n");
  client.request("GET", "shop.test", "/feed",
                 "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
  EXPECT_EQ(client.receive().status, 101);
  EXPECT_EQ(client.read_bytes(9), "\x81\x07welcome");
  server_->socket("shop.test", "/feed").send("hi");
  EXPECT_EQ(client.read_bytes(4), "\x81\x02hi");
}

TEST_F(SiteSockets, KeepTheirRuleAfterItIsGone) {
  server_->route("shop.test", "/feed", serves_socket({.messages = {{{"a"}, {StreamAction::text("b")}}}}));
  SocketClient client = connect("/feed");
  server_->clear_routes();
  EXPECT_EQ(answer(client, "a"), "b");
}

}  // namespace
}  // namespace casement
