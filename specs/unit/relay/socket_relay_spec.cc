#include "casement/relay/socket_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "casement/base/error.h"
#include "specs/unit/site/stream_site.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

// Clients that reach the fixture server through the relay, as Chrome does.
class SocketRelays : public StreamSite {
 protected:
  SocketRelays() { relay_.serve_hosts(server_->host_resolver_rules()); }

  int relay_port() const {
    const std::string proxy = relay_.proxy();
    return std::stoi(proxy.substr(proxy.find(':') + 1));
  }
  LoopbackClient tunnel(const std::string& host, int port = 80) {
    LoopbackClient client(relay_port());
    client.request("CONNECT", host, host + ":" + std::to_string(port));
    EXPECT_EQ(client.receive().status, 200);
    return client;
  }
  SocketClient through(std::string_view path = "/quiet", std::string_view headers = "") {
    return SocketClient(tunnel("shop.test"), "shop.test", path, headers);
  }
  SocketClient feed_through() {
    SocketClient client = through("/feed");
    EXPECT_EQ(client.next(), "welcome");
    return client;
  }

  SocketRelay relay_;
};

TEST_F(SocketRelays, PassMessagesOnInBothDirections) {
  RoutedSocket feed = relay_.route("ws://shop.test/feed");
  SocketClient page = feed_through();
  EXPECT_EQ(answer(page, "ping"), "pong");
  page.send(2, std::string("\0\xFF", 2));
  EXPECT_EQ(page.receive()->opcode, 2);
  EXPECT_EQ(feed.wait_for_message("ping").data, "ping");
  EXPECT_EQ(feed.connections().at(0).url, "ws://shop.test/feed");
  EXPECT_EQ(server_->socket("shop.test", "/feed").messages().size(), 2u);
}

TEST_F(SocketRelays, ServeSeveralSocketsAtATime) {
  RoutedSocket feed = relay_.route("ws://shop.test/feed");
  std::vector<SocketClient> pages;
  for (int i = 0; i < 20; ++i) pages.push_back(feed_through());
  for (SocketClient& page : pages) page.text("ping");
  for (SocketClient& page : pages) EXPECT_EQ(page.next(), "pong");
  feed.send("to all");
  for (SocketClient& page : pages) EXPECT_EQ(page.next(), "to all");
}

TEST_F(SocketRelays, KnowTheAddressOfAHostAlone) {
  relay_.serve("ws://gone.test", {.open = {StreamAction::text("hello")}});
  EXPECT_EQ(SocketClient(tunnel("gone.test"), "gone.test", "/").next(), "hello");
}

TEST_F(SocketRelays, PassLongMessagesOn) {
  relay_.route("ws://shop.test/feed");
  SocketClient page = feed_through();
  const std::string text(5'000'000, 'x');
  EXPECT_EQ(answer(page, text), text);
}

TEST_F(SocketRelays, LetAHandlerChangeDiscardDelayAndReply) {
  relay_.route("ws://*/feed", [](const RoutedMessage& message) {
    if (message.data == "pong") return SocketAnswer::text("pang");
    if (message.data == "secret") return SocketAnswer::discard().replying("not for you");
    if (message.data == "later") return SocketAnswer::pass().after(30ms);
    return SocketAnswer::pass();
  });
  SocketClient page = feed_through();
  EXPECT_EQ(answer(page, "ping"), "pang");
  EXPECT_EQ(answer(page, "secret"), "not for you");
  page.text("later");
  page.text("echo");  // does not overtake
  std::vector<std::string> got{page.next(), page.next(), page.next()};
  std::ranges::sort(got);
  EXPECT_THAT(got, ElementsAre("echo", "first", "second"));
  const std::vector<SiteMessage> sent = server_->socket("shop.test", "/feed").messages();
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_EQ(sent[1].data, "later");
  EXPECT_EQ(sent[2].data, "echo");
}

TEST_F(SocketRelays, LetTheTestForgeMessagesOfBothSides) {
  RoutedSocket feed = relay_.route("ws://shop.test/feed");
  SocketClient page = feed_through();
  feed.send("forged");
  EXPECT_EQ(page.next(), "forged");
  feed.send_to_server("ping");
  EXPECT_EQ(page.next(), "pong");
  feed.send_binary_to_server("\x01");
  EXPECT_EQ(page.receive()->opcode, 2);
  EXPECT_THROW(feed.send_to_server("\xFF"), Error);
}

TEST_F(SocketRelays, EndBothSidesWhenTheTestClosesOrDrops) {
  RoutedSocket feed = relay_.route("ws://shop.test/feed");
  SocketClient page = feed_through();
  feed.close(4001, "enough");
  const auto close = page.receive();
  ASSERT_TRUE(close);
  EXPECT_EQ(close->close_code(), 4001);
  page.send(8, close->payload);
  const SiteConnection closed = server_->socket("shop.test", "/feed").wait_for_end();
  EXPECT_EQ(closed.close_code, 4001);
  EXPECT_EQ(closed.close_reason, "enough");

  SocketClient other = feed_through();
  feed.drop();
  EXPECT_FALSE(other.receive());
  EXPECT_EQ(server_->socket("shop.test", "/feed").wait_for_end(2).close_code, 1006);
}

TEST_F(SocketRelays, PassTheEndOfEachSideOn) {
  RoutedSocket feed = relay_.route("ws://shop.test/feed");
  SocketClient page = feed_through();
  page.text("close");
  const auto close = page.receive();
  ASSERT_TRUE(close);
  EXPECT_EQ(close->close_code(), 4005);
  EXPECT_EQ(close->payload.substr(2), "closed for today");

  SocketClient second = feed_through();
  second.send(8, std::string("\x0F\xA2", 2) + "bye");  // 4002
  EXPECT_EQ(server_->socket("shop.test", "/feed").wait_for_end(2).close_code, 4002);

  SocketClient third = feed_through();
  third.text("drop");
  EXPECT_FALSE(third.receive());
  EXPECT_EQ(feed.wait_for_end(3).failure, "the server ended the connection");

  {
    SocketClient fourth = feed_through();
  }
  EXPECT_EQ(server_->socket("shop.test", "/feed").wait_for_end(4).close_code, 1006);
}

TEST_F(SocketRelays, DropBothSidesIfAHandlerThrows) {
  RoutedSocket feed = relay_.route("ws://shop.test/feed", [](const RoutedMessage& message) -> SocketAnswer {
    if (message.data == "ping") throw std::runtime_error("no price");
    return SocketAnswer::pass();
  });
  SocketClient page = feed_through();
  page.text("ping");
  EXPECT_FALSE(page.receive());
  EXPECT_EQ(feed.wait_for_end().failure, "the handler of the route threw an exception: no price");
}

TEST_F(SocketRelays, LetAHandlerUseHandles) {
  RoutedSocket* handle = nullptr;
  RoutedSocket feed = relay_.route("ws://shop.test/feed", [&](const RoutedMessage& message) {
    if (message.data == "ping") handle->send("from the handler");
    return SocketAnswer::pass();
  });
  handle = &feed;
  SocketClient page = feed_through();
  EXPECT_EQ(answer(page, "ping"), "from the handler");
  EXPECT_EQ(page.next(), "pong");
}

TEST_F(SocketRelays, AnswerWithoutAServer) {
  RoutedSocket feed = relay_.serve("ws://gone.test/feed", {.open = {StreamAction::text("hello")},
                                                           .messages = {{{"ping"}, {StreamAction::text("pong")}}}});
  SocketClient page(tunnel("gone.test"), "gone.test", "/feed");
  EXPECT_EQ(page.next(), "hello");
  EXPECT_EQ(answer(page, "ping"), "pong");
  feed.send("forged");
  EXPECT_EQ(page.next(), "forged");
  EXPECT_THROW(feed.send_to_server("x"), Error);
}

TEST_F(SocketRelays, LeaveOtherAddressesAlone) {
  RoutedSocket feed = relay_.route("ws://shop.test/other", [](const RoutedMessage&) { return SocketAnswer::drop(); });
  SocketClient page = feed_through();
  EXPECT_EQ(answer(page, "ping"), "pong");
  LoopbackClient plain = tunnel("shop.test");
  EXPECT_EQ(plain.get("shop.test", "/index.html").body, "page");
  EXPECT_THAT(feed.connections(), testing::IsEmpty());
}

TEST_F(SocketRelays, SayWhyASocketCouldNotBeOpened) {
  RoutedSocket refused = relay_.route("ws://shop.test/refused");
  EXPECT_EQ(through("/refused").response().status, 403);
  RoutedSocket gone = relay_.route("ws://127.0.0.1:1/*");
  SocketClient page(tunnel("127.0.0.1", 1), "127.0.0.1:1", "/feed");
  EXPECT_EQ(page.response().status, 502);
  const auto trail = [](RoutedSocket& socket) {
    try {
      socket.wait_for_connection(50ms);
    } catch (const Error& error) {
      return error.full_text();
    }
    return std::string("it opened");
  };
  EXPECT_THAT(trail(refused), HasSubstr("ws://shop.test/refused was not opened: the server answered HTTP/1.1 403"));
  EXPECT_THAT(trail(gone), HasSubstr("ws://127.0.0.1:1/feed was not opened: Connection refused"));
}

TEST_F(SocketRelays, SayWhichRoutesAnsweredNoSocket) {
  relay_.route("ws://shop.test/fed");
  EXPECT_THAT(relay_.unused_lines(),
              ElementsAre("the route ws://shop.test/fed answered no socket; the pages opened no socket"));
  SocketClient page = feed_through();
  relay_.route("ws://shop.test/feed");
  EXPECT_THAT(relay_.unused_lines(),
              ElementsAre("the route ws://shop.test/fed answered no socket; the pages opened ws://shop.test/feed",
                          "the route ws://shop.test/feed answered no socket; ws://shop.test/feed was opened before the "
                          "route was set"));
  SocketClient other = feed_through();
  relay_.unroute("ws://shop.test/fed");
  EXPECT_THAT(relay_.unused_lines(), testing::IsEmpty());
  relay_.route_by_rules("ws://shop.test/feed",
                        {SocketRule{.match = {.glob = "prise*"}, .answer = SocketAnswer::drop()}});
  SocketClient third = feed_through();
  EXPECT_THAT(relay_.unused_lines(), ElementsAre(HasSubstr("/feed: rule 1 answered none of 1 messages of the server")));
}

TEST_F(SocketRelays, KeepTheProtocolAndLeaveCompressionOut) {
  RoutedSocket feed = relay_.route("ws://shop.test/spoken");
  SocketClient page =
      through("/spoken", "Sec-WebSocket-Protocol: a, b\r\nSec-WebSocket-Extensions: permessage-deflate\r\n");
  EXPECT_EQ(page.response().header("Sec-WebSocket-Protocol"), "b");
  EXPECT_EQ(page.response().header("Sec-WebSocket-Extensions"), "");
  EXPECT_EQ(feed.wait_for_connection().protocol, "b");
}

TEST_F(SocketRelays, EndConnectionsOfTheLastTest) {
  RoutedSocket feed = relay_.route("ws://shop.test/feed");
  SocketClient page = feed_through();
  relay_.reset();
  EXPECT_FALSE(page.receive());
  EXPECT_THAT(feed.connections(), testing::IsEmpty());
  EXPECT_EQ(relay_.unroute(), 0u);
}

TEST_F(SocketRelays, RefusePatternsOfOtherAddresses) {
  EXPECT_THROW(relay_.route("http://shop.test/feed"), Error);
  EXPECT_THROW(relay_.route("feed"), Error);
  EXPECT_THROW(relay_.serve("ws://a.test/", {.open = {StreamAction::text("\xFF")}}), Error);
}

TEST_F(SocketRelays, SurviveClientsThatAreNoBrowsers) {
  LoopbackClient get(relay_port());
  EXPECT_EQ(get.get("shop.test", "/").status, 405);
  LoopbackClient noise(relay_port());
  noise.send("\x16\x03\x01\x02");
  LoopbackClient half = tunnel("shop.test");
  half.send("\x16\x03\x01\x02");
  EXPECT_EQ(feed_through().response().status, 101);
}

}  // namespace
}  // namespace casement
