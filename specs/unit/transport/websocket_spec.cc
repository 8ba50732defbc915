#include "casement/transport/websocket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "specs/unit/http/scripted_server.h"

namespace casement {
namespace {

using Received = Transport::Received;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;

Deadline long_enough() {
  return Deadline::in(seconds(20));
}

void echo(ServerSide& side) {
  side.accept_websocket();
  for (std::string text = side.read_frame(); !text.empty(); text = side.read_frame()) {
    side.write_frame(ServerSide::Text, true, text);
  }
}

WebsocketTransport connect(const ScriptedServer& server, WebsocketOptions options = {}) {
  return {server.url("ws", "/devtools/browser/1"), long_enough(), options};
}

std::string next_message(WebsocketTransport& transport) {
  std::string message;
  EXPECT_EQ(transport.receive(message, long_enough()), Received::Message) << transport.close_reason();
  return message;
}

std::string refusal_of(const std::string& url, Deadline deadline = long_enough()) {
  try {
    const WebsocketTransport transport(url, deadline);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    return error.what();
  }
  return "connected";
}

TEST(WebsocketTransport, CarriesMessagesBothWays) {
  ScriptedServer server(echo);
  auto transport = connect(server);
  transport.send("one");
  transport.send("zwei €");
  EXPECT_EQ(next_message(transport), "one");
  EXPECT_EQ(next_message(transport), "zwei €");
  EXPECT_EQ(transport.close_reason(), "");
}

TEST(WebsocketTransport, AsksForTheGivenPathAndNamesNoOrigin) {
  std::promise<std::string> seen;
  ScriptedServer server([&](ServerSide& side) { seen.set_value(side.accept_websocket()); });
  const auto transport = connect(server);
  const std::string request = seen.get_future().get();
  EXPECT_THAT(request, AllOf(HasSubstr("GET /devtools/browser/1 HTTP/1.1\r\n"),
                             HasSubstr("Host: " + server.url("ws").substr(5) + "\r\n")));
  EXPECT_THAT(request, Not(HasSubstr("Origin")));
  EXPECT_THAT(request, Not(HasSubstr("Extensions")));
}

TEST(WebsocketTransport, JoinsFragments) {
  ScriptedServer server([](ServerSide& side) {
    side.accept_websocket();
    side.write_frame(ServerSide::Text, false, "{\"a\":");
    side.write_frame(ServerSide::Ping, true, "still there?");
    side.write_frame(ServerSide::Continuation, false, "1");
    side.write_frame(ServerSide::Continuation, true, "}");
    side.write_frame(ServerSide::Text, true, "{}");
    side.wait_until_closed();
  });
  auto transport = connect(server);
  EXPECT_EQ(next_message(transport), "{\"a\":1}");
  EXPECT_EQ(next_message(transport), "{}");
}

TEST(WebsocketTransport, CarriesALongMessageBothWays) {
  ScriptedServer server(echo);
  auto transport = connect(server);
  std::string text(32u * 1024 * 1024, 'x');
  for (std::size_t i = 0; i < text.size(); i += 4099) text[i] = static_cast<char>('a' + i % 26);
  transport.send(text);
  EXPECT_TRUE(next_message(transport) == text);
}

TEST(WebsocketTransport, RefusesAMessageThatIsTooLong) {
  ScriptedServer server(echo);
  auto transport = connect(server, {.longest_message = 1000});
  transport.send(std::string(1000, 'x'));
  EXPECT_EQ(next_message(transport).size(), 1000u);
  transport.send(std::string(1001, 'x'));
  std::string message;
  EXPECT_EQ(transport.receive(message, long_enough()), Received::Closed);
  EXPECT_THAT(transport.close_reason(), HasSubstr("more than 1000 bytes"));
}

TEST(WebsocketTransport, ClosesIfMoreIsSentThanRead) {
  std::promise<void> is_closed;
  ScriptedServer server([&](ServerSide& side) {
    side.accept_websocket();
    for (int i = 0; i < 100; ++i) side.write_frame(ServerSide::Text, true, std::string(100'000, 'x'));
    side.wait_until_closed();
    is_closed.set_value();
  });
  auto transport = connect(server, {.longest_queue = 1'000'000});
  // The server is told that the connection has ended, with the first messages still unread.
  is_closed.get_future().wait();
  EXPECT_TRUE(transport.has_more());
  int read = 0;
  std::string message;
  while (transport.receive(message, long_enough()) == Received::Message) ++read;
  EXPECT_EQ(read, 11);
  EXPECT_THAT(transport.close_reason(), HasSubstr("sent more than 1000000 bytes that were not read yet"));
}

TEST(WebsocketTransport, ReportsEmptyMessagesInARowAsFew) {
  ScriptedServer server([](ServerSide& side) {
    side.accept_websocket();
    for (int i = 0; i < 50'000; ++i) side.write_frame(ServerSide::Text, true, "");
    side.write_frame(ServerSide::Text, true, "one");
    side.wait_until_closed();
  });
  auto transport = connect(server);
  std::string message;
  while (message.empty()) message = next_message(transport);
  EXPECT_EQ(message, "one");
}

TEST(WebsocketTransport, HandsOutWhatCameBeforeTheEnd) {
  ScriptedServer server([](ServerSide& side) {
    side.accept_websocket();
    side.write_frame(ServerSide::Text, true, "last words");
    side.write_frame(ServerSide::Close, true,
                     "\x03\xe9"
                     "going away");
  });
  auto transport = connect(server);
  EXPECT_EQ(next_message(transport), "last words");
  std::string message;
  EXPECT_EQ(transport.receive(message, long_enough()), Received::Closed);
  EXPECT_EQ(transport.receive(message, long_enough()), Received::Closed);
  EXPECT_THAT(transport.close_reason(), HasSubstr("code 1001: going away"));
}

TEST(WebsocketTransport, NoticesAServerThatDiesInTheMiddleOfAMessage) {
  ScriptedServer server([](ServerSide& side) {
    side.accept_websocket();
    side.write_frame(ServerSide::Text, true, "half a mess", 100);
  });
  auto transport = connect(server);
  std::string message;
  EXPECT_EQ(transport.receive(message, long_enough()), Received::Closed);
  EXPECT_THAT(transport.close_reason(), HasSubstr("was cut"));
  EXPECT_THROW(transport.send("anybody?"), Error);
}

TEST(WebsocketTransport, WaitsUntilTheDeadlineOnly) {
  ScriptedServer server(echo);
  auto transport = connect(server);
  std::string message;
  EXPECT_EQ(transport.receive(message, Deadline::in(Milliseconds(1))), Received::Nothing);
}

TEST(WebsocketTransport, IsWokenByAnotherThread) {
  ScriptedServer server(echo);
  auto transport = connect(server);
  std::jthread waker([&] { transport.wake(); });
  std::string message;
  EXPECT_EQ(transport.receive(message, long_enough()), Received::Woken);
  EXPECT_EQ(transport.receive(message, Deadline::in(Milliseconds(1))), Received::Nothing);
}

TEST(WebsocketTransport, PrefersAMessageToBeingWoken) {
  ScriptedServer server(echo);
  auto transport = connect(server);
  transport.send("first");
  EXPECT_EQ(next_message(transport), "first");
  transport.wake();
  transport.send("second");
  std::string message;
  Received received = transport.receive(message, long_enough());
  if (received == Received::Woken) received = transport.receive(message, long_enough());
  EXPECT_EQ(received, Received::Message);
}

TEST(WebsocketTransport, SendsQueuedMessagesBeforeItCloses) {
  std::promise<std::string> seen;
  ScriptedServer server([&](ServerSide& side) {
    side.accept_websocket();
    seen.set_value(side.read_frame());
  });
  connect(server).send("Browser.close");
  EXPECT_EQ(seen.get_future().get(), "Browser.close");
}

TEST(WebsocketTransport, ReportsAServerThatRefusesTheConnection) {
  for (const std::string status : {"403 Forbidden", "404 Not Found", "200 OK"}) {
    ScriptedServer server([&](ServerSide& side) {
      side.read_request();
      side.write("HTTP/1.1 " + status + "\r\nContent-Length: 2\r\n\r\nno");
    });
    EXPECT_THAT(refusal_of(server.url("ws", "/x")),
                AllOf(HasSubstr(server.url("ws", "/x")), HasSubstr(status.substr(0, 3))));
  }
}

TEST(WebsocketTransport, ReportsThatNoServerListens) {
  std::string url;
  {
    ScriptedServer server(echo);
    url = server.url("ws", "/x");
  }
  EXPECT_THAT(refusal_of(url), HasSubstr(url));
}

TEST(WebsocketTransport, ReportsAServerOfAnotherProtocol) {
  ScriptedServer server([](ServerSide& side) { side.write("220 mail.test ESMTP\r\n"); });
  EXPECT_THAT(refusal_of(server.url("ws", "/x")), HasSubstr("cannot connect to"));
}

TEST(WebsocketTransport, ReportsAServerThatHangsUp) {
  ScriptedServer server([](ServerSide& side) { side.read_request(); });
  EXPECT_THAT(refusal_of(server.url("ws", "/x")), HasSubstr("cannot connect to"));
}

TEST(WebsocketTransport, ReportsAServerThatNeverAnswers) {
  ScriptedServer server([](ServerSide& side) { side.wait_until_closed(); });
  EXPECT_THAT(refusal_of(server.url("ws", "/x"), Deadline::in(Milliseconds(50))), HasSubstr("no answer in time"));
}

TEST(WebsocketTransport, ReportsAnUnknownHost) {
  EXPECT_THAT(refusal_of("ws://no-such-host.invalid:1/x"), HasSubstr("no-such-host.invalid"));
}

TEST(WebsocketTransport, TakesWebsocketAddressesOnly) {
  for (const char* url : {"http://127.0.0.1:1/", "127.0.0.1:1", "", "ws://"}) {
    try {
      const WebsocketTransport transport(url, long_enough());
      FAIL() << url;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage) << url;
    }
  }
}

TEST(WebsocketTransport, JoinsTenThousandPieces) {
  ScriptedServer server([](ServerSide& side) {
    side.accept_websocket();
    side.write_frame(ServerSide::Text, false, "{");
    for (int i = 0; i < 10'000; ++i) side.write_frame(ServerSide::Continuation, false, i % 2 == 0 ? " " : "");
    side.write_frame(ServerSide::Continuation, true, "}");
    side.wait_until_closed();
  });
  auto transport = connect(server);
  EXPECT_EQ(next_message(transport), "{" + std::string(5000, ' ') + "}");
}

TEST(WebsocketTransport, HandsOutAMessageBehindAFloodOfPings) {
  ScriptedServer server([](ServerSide& side) {
    side.accept_websocket();
    // What answers them is read, or both sides would wait for the other.
    std::jthread answers([&] { side.wait_until_closed(); });
    for (int i = 0; i < 20'000; ++i) side.write_frame(ServerSide::Ping, true, "still there?");
    side.write_frame(ServerSide::Text, true, "one");
  });
  auto transport = connect(server);
  EXPECT_EQ(next_message(transport), "one");
}

TEST(WebsocketTransport, ClosesAtAnInvalidFrame) {
  // RFC 6455: an opcode that is reserved; bits that no extension has agreed on; a continuation of nothing; a ping in
  // pieces; a close of one byte.
  for (const std::string& frame : {std::string("\x83\x00", 2), std::string("\xf1\x01x", 3), std::string("\x80\x01x", 3),
                                   std::string("\x09\x01x", 3), std::string("\x88\x01x", 3)}) {
    ScriptedServer server([&](ServerSide& side) {
      side.accept_websocket();
      side.write_frame(ServerSide::Text, true, "before");
      side.write(frame);
      side.wait_until_closed();
    });
    auto transport = connect(server);
    EXPECT_EQ(next_message(transport), "before");
    std::string message;
    EXPECT_EQ(transport.receive(message, long_enough()), Received::Closed) << testing::PrintToString(frame);
    EXPECT_NE(transport.close_reason(), "");
    EXPECT_THROW(transport.send("anybody?"), Error);
  }
}

TEST(WebsocketTransport, ReportsAnyReasonOfAnEndAsText) {
  ScriptedServer server([](ServerSide& side) {
    side.accept_websocket();
    side.write_frame(ServerSide::Close, true, "\x03\xf3 bad \xff\xc3 reason");
  });
  auto transport = connect(server);
  std::string message;
  EXPECT_EQ(transport.receive(message, long_enough()), Received::Closed);
  EXPECT_TRUE(is_valid_utf8(transport.close_reason()));
  EXPECT_NE(transport.close_reason(), "");
}

TEST(WebsocketTransport, FollowsNoRedirect) {
  bool was_asked = false;
  const ScriptedServer other([&](ServerSide& side) {
    was_asked = true;
    side.accept_websocket();
  });
  ScriptedServer server([&](ServerSide& side) {
    side.read_request();
    side.write("HTTP/1.1 302 Found\r\nLocation: " + other.url("ws", "/x") + "\r\nContent-Length: 0\r\n\r\n");
  });
  EXPECT_THAT(refusal_of(server.url("ws", "/x")), AllOf(HasSubstr(server.url("ws", "/x")), HasSubstr("302")));
  EXPECT_FALSE(was_asked);
}

TEST(WebsocketTransport, ReportsAForgedHandshake) {
  for (const std::string accept : {"", "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n"}) {
    ScriptedServer server([&](ServerSide& side) {
      side.read_request();
      side.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + accept + "\r\n");
      side.wait_until_closed();
    });
    EXPECT_THAT(refusal_of(server.url("ws", "/x")), HasSubstr("cannot connect to")) << accept;
  }
}

}  // namespace
}  // namespace casement
