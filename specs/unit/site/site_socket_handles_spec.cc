// Live handles of the WebSockets of the fixture server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <string>

#include "specs/unit/site/stream_site.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using testing::IsEmpty;
using testing::SizeIs;

using SiteSocketHandles = StreamSite;

TEST_F(SiteSocketHandles, SendToEveryOpenConnection) {
  SocketClient one = connect(), two = connect(), other = connect("/spoken");
  const SiteSocket quiet = server_->socket("shop.test", "/quiet");
  quiet.send("a");
  quiet.send_json({{"price", 3}});
  quiet.send_binary(std::string("\0", 1));
  for (SocketClient* client : {&one, &two}) {
    EXPECT_EQ(client->next(), "a");
    EXPECT_EQ(client->next(), R"({"price":3})");
    EXPECT_EQ(client->receive()->opcode, 2);
  }
  server_->socket("shop.test", "/spoken").close(4000, "over");
  EXPECT_EQ(other.receive()->close_code(), 4000);
  quiet.drop();
  EXPECT_FALSE(one.receive());
  EXPECT_FALSE(two.receive());
  EXPECT_EQ(quiet.wait_for_end(2).close_code, 1006);
}

TEST_F(SiteSocketHandles, SendWaitsForTheFirstConnection) {
  const SiteSocket quiet = server_->socket("shop.test", "/quiet");
  auto sent = std::async(std::launch::async, [&] { quiet.send("a"); });
  SocketClient client = connect();
  EXPECT_EQ(client.next(), "a");
  sent.get();
}

TEST_F(SiteSocketHandles, SendWaitsForTheNextConnectionAfterAnEnd) {
  const SiteSocket quiet = server_->socket("shop.test", "/quiet");
  {
    SocketClient first = connect();
    quiet.close();
    EXPECT_EQ(first.receive()->opcode, 8);
    auto sent = std::async(std::launch::async, [&] { quiet.send("a"); });
    SocketClient second = connect();
    EXPECT_EQ(second.next(), "a");
    sent.get();
  }
  quiet.wait_for_end(2);
}

TEST_F(SiteSocketHandles, HandleReturnsNoMessageTwice) {
  SocketClient client = connect();
  for (const char* text : {"a", R"({"type": "b", "n": 1})", "a", "c"}) client.text(text);
  SiteSocket socket = server_->socket("SHOP.test", "/qu*");
  EXPECT_EQ(socket.wait_for_message("a").number, 1u);
  EXPECT_EQ(socket.wait_for_message(SiteMessageMatch{.json = {{"/n", "1"}}}).data, R"({"type": "b", "n": 1})");
  EXPECT_EQ(socket.wait_for_message("a").number, 3u);
  EXPECT_EQ(socket.wait_for_message().data, "c");
  EXPECT_THROW(socket.wait_for_message("a", 1ms), Error);
  EXPECT_EQ(server_->socket("shop.test").wait_for_message("a").number, 1u);
  EXPECT_THAT(socket.messages(), SizeIs(4));
  EXPECT_GT(socket.messages()[0].time, 1.6e12);
}

TEST_F(SiteSocketHandles, AMessageWakesTheWait) {
  SocketClient client = connect();
  auto found = std::async(std::launch::async, [&] { return server_->socket("shop.test").wait_for_message("late*"); });
  client.text("late 1");
  EXPECT_EQ(found.get().data, "late 1");
}

TEST_F(SiteSocketHandles, ATimeoutListsConnectionsAndMessages) {
  SiteSocket socket = server_->socket("shop.test", "/quiet");
  const auto failure_of = [&](const SiteMessageMatch& match) {
    try {
      socket.wait_for_message(match, 1ms);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Timeout);
      return error.full_text();
    }
    return std::string();
  };
  EXPECT_EQ(failure_of({.glob = "a*"}),
            "no message that is \"a*\" came to ws://shop.test/quiet\n  no page has connected there");
  SocketClient client = connect();
  client.text("hello");
  client.send(2, "123");
  server_->socket("shop.test").wait_for_message("123");
  EXPECT_EQ(failure_of({.json = {{"/type", "b"}}}),
            "no message with b at /type came to ws://shop.test/quiet\n"
            "  connection 1 (GET http://shop.test/quiet): open; 0 sent, 2 received\n"
            "  message of connection 1: \"hello\"\n  message of connection 1: 3 bytes");
  EXPECT_THROW(socket.wait_for_end(1, 1ms), Error);
  EXPECT_THROW(server_->events("shop.test").wait_for_connection(1ms), Error);
}

TEST_F(SiteSocketHandles, ATimeoutListsRequestsThatAreNoSocket) {
  connect("/quit");
  LoopbackClient silent(server_->port());
  silent.request("GET", "shop.test", "/silent", "Upgrade: websocket\r\n");
  server_->wait_for_request("shop.test", "/silent");
  try {
    server_->socket("shop.test", "/*i*").wait_for_connection(1ms);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.full_text(),
              "no connection to ws://shop.test/*i* is open\n  no page has connected there\n"
              "  GET http://shop.test/quit was answered with status 404, because no rule with 'socket' fits\n"
              "  GET http://shop.test/silent was not answered, because no rule with 'socket' fits");
  }
}

TEST_F(SiteSocketHandles, RefuseWhatCannotBeSent) {
  SocketClient client = connect();
  SiteSocket socket = server_->socket("shop.test");
  const auto kind_of = [](auto call) {
    try {
      call();
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::Internal;
  };
  EXPECT_EQ(kind_of([&] { socket.send("\xFF"); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { socket.close(1005); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { socket.close(1000, std::string(124, 'x')); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { socket.wait_for_message(SiteMessageMatch{.json = {{"type", "a"}}}); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { server_->socket("shp.test"); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { server_->events("shop.test").send(SiteEvent{.data = "a", .id = "1\n2"}); }),
            ErrorKind::Usage);
}

TEST_F(SiteSocketHandles, BelongToTheTestThatOpenedThem) {
  SocketClient client = connect();
  client.text("hello");
  SiteSocket socket = server_->socket("shop.test");
  socket.wait_for_message();
  server_->reset();
  EXPECT_FALSE(client.receive());
  EXPECT_THAT(socket.connections(), IsEmpty());
  EXPECT_THAT(socket.messages(), IsEmpty());
  SocketClient next = connect();
  next.text("next");
  EXPECT_EQ(socket.wait_for_message().data, "next");
}

TEST_F(SiteSocketHandles, FailAfterTheServerHasEnded) {
  SiteSocket socket = server_->socket("shop.test");
  auto waits = std::async(std::launch::async, [copy = socket]() mutable { copy.wait_for_message("*", 1min); });
  server_.reset();
  EXPECT_THROW(waits.get(), Error);
  EXPECT_THROW(socket.send("a"), Error);
}

TEST_F(SiteSocketHandles, RememberTheNewestThousandConnections) {
  for (std::size_t count = 1; count <= 1'020; ++count) {
    connect();
    server_->socket("shop.test").wait_for_end(std::min<std::size_t>(count, 1'000));
  }
  const auto all = server_->socket("shop.test").connections();
  EXPECT_LE(all.size(), 1'000u);
  EXPECT_EQ(all.back().number, 1'020u);
}

}  // namespace
}  // namespace casement
