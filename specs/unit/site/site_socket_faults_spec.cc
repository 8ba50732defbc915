// Clients of sockets that break the protocol, flood the server, do not read, or vanish.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <tuple>

#include "specs/unit/site/stream_site.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::SizeIs;

using SiteSocketFaults = StreamSite;

TEST_F(SiteSocketFaults, EndIfTheClientDoesNotAnswerTheClose) {
  SocketClient client = feed();
  client.text("close");
  EXPECT_EQ(client.receive()->opcode, 8);
  EXPECT_FALSE(client.receive());
}

TEST_F(SiteSocketFaults, AnswerMessagesAfterAFloodOfPings) {
  SocketClient client = feed();
  std::string flood;
  for (int i = 0; i < 20'000; ++i) flood += SocketClient::frame(9, std::string(125, 'p'));
  client.bytes().send(flood + SocketClient::frame(1, "ping"));
  int pongs = 0;
  std::optional<SocketClient::Frame> frame = client.receive();
  for (; frame && frame->opcode == 10; frame = client.receive()) ++pongs;
  EXPECT_EQ(frame->payload, "pong");
  EXPECT_LT(pongs, 20'000);
}

TEST_F(SiteSocketFaults, EndIfTheClientBreaksTheProtocol) {
  for (const auto& [bytes, code, failure] :
       {std::tuple{std::string("\x81\x05hello"), 1002, "a frame of the client is not masked"},
        {SocketClient::frame(1, "\xFF"), 1007, "a text message is not UTF-8"},
        {SocketClient::frame(0, "x"), 1002, "a continuation frame continues no message"}}) {
    {
      SocketClient client = connect();
      client.bytes().send(bytes);
      EXPECT_EQ(client.receive()->close_code(), code);
      EXPECT_FALSE(client.receive());
    }
    const auto all = server_->socket("shop.test").connections();
    EXPECT_EQ(server_->socket("shop.test").wait_for_end(all.size()).failure, failure);
  }
  SocketClient client = feed();
  EXPECT_EQ(answer(client, "ping"), "pong");
}

TEST_F(SiteSocketFaults, TakeMessagesOf64MiBAndRefuseLongerOnes) {
  const std::string bytes(std::size_t{64} << 20, 'x');
  SocketClient client = connect();
  client.send(2, bytes);
  SiteSocket socket = server_->socket("shop.test");
  EXPECT_EQ(socket.wait_for_message("*", 30s).data.size(), bytes.size());
  EXPECT_THAT(socket.messages(), SizeIs(1));
  client.text("next");
  socket.wait_for_message("next");
  EXPECT_THAT(socket.messages(), SizeIs(1)) << "the long message was forgotten";
  client.send(2, bytes, false);
  client.send(0, bytes);  // the client hears why, although it goes on sending
  EXPECT_EQ(client.receive()->close_code(), 1009);
  EXPECT_EQ(socket.wait_for_end().failure, "a message is longer than 64 MiB");
}

TEST_F(SiteSocketFaults, CutAClientThatDoesNotRead) {
  SocketClient client = connect();
  const SiteSocket socket = server_->socket("shop.test");
  const std::string bytes(std::size_t{64} << 20, 'x');
  for (int i = 0; i < 5; ++i) socket.send_binary(bytes);
  EXPECT_EQ(socket.wait_for_end().failure, "the client left more than 256 MiB unread");
}

TEST_F(SiteSocketFaults, DropAClientThatDoesNotRead) {
  SocketClient client = connect();
  const SiteSocket socket = server_->socket("shop.test");
  socket.send_binary(std::string(std::size_t{64} << 20, 'x'));
  socket.drop();
  EXPECT_EQ(socket.wait_for_end().failure, "");
}

TEST_F(SiteSocketFaults, OutliveClientsThatVanish) {
  for (int i = 0; i < 50; ++i) {
    SocketClient client = feed();
    client.text(i % 2 == 0 ? "forever" : "later");
    if (i % 5 == 0) client.bytes().send("\x81\xFE");  // half a frame
  }
  server_->socket("shop.test").wait_for_end(50);
  SocketClient client = feed();
  EXPECT_EQ(answer(client, "ping"), "pong");
}

TEST_F(SiteSocketFaults, EndIfTheirFileIsGone) {
  std::filesystem::remove(files_->folder() / "shop/prices.json");
  SocketClient client = feed();
  client.text("file");
  EXPECT_EQ(client.receive()->close_code(), 1011);
  client.send(8, "\x03\xF3");
  EXPECT_THAT(server_->socket("shop.test").wait_for_end().failure, HasSubstr("prices.json cannot be read"));
}

}  // namespace
}  // namespace casement
