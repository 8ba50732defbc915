#include "casement/http/server.h"

#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "casement/base/error.h"
#include "specs/unit/http/loopback_client.h"

namespace casement::http {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Reply = std::shared_ptr<HttpReply>;

// Whatever is asked is answered by its own path.
void echo(const HttpRequest& request, const Reply& reply) {
  reply->send(200, {{"Content-Type", "text/plain"}}, request.request.path);
}

TEST(HttpServer, AnswersLaterFromAnyThread) {
  std::promise<Reply> asked;
  HttpServer server([&](const HttpRequest&, Reply reply) { asked.set_value(std::move(reply)); });
  LoopbackClient client(server.port());
  client.request("GET", "localhost", "/");
  asked.get_future().get()->send(201, {{"X-By", "another"}}, "made");
  const Response response = client.receive();
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.header("X-By"), "another");
  EXPECT_EQ(response.body, "made");
}

TEST(HttpServer, SendsPiecesAsTheyAreWritten) {
  std::promise<Reply> asked;
  HttpServer server([&](const HttpRequest&, Reply reply) { asked.set_value(std::move(reply)); });
  LoopbackClient client(server.port());
  client.request("GET", "localhost", "/");
  const Reply reply = asked.get_future().get();
  reply->begin(200, {{"Content-Type", "text/event-stream"}});
  reply->write("one");
  EXPECT_THAT(client.read_until("3\r\none\r\n"), HasSubstr("Transfer-Encoding: chunked"));
  reply->write("");  // would be the end
  reply->write("twice");
  EXPECT_EQ(client.read_until("twice\r\n"), "5\r\ntwice\r\n");
  reply->end();
  reply->write("late");
  EXPECT_EQ(client.read_until("0\r\n\r\n"), "0\r\n\r\n");
}

TEST(HttpServer, EndsAStreamWithTheConnectionForThoseWhoKnowNoChunks) {
  HttpServer server([](const HttpRequest&, const Reply& reply) {
    reply->begin(200, {});
    reply->write("all");
    reply->end();
  });
  LoopbackClient client(server.port());
  client.send("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n");
  EXPECT_THAT(client.read_until("never"), AllOf(HasSubstr("\r\n\r\nall"), Not(HasSubstr("chunked"))));
}

TEST(HttpServer, AnswersRequestsThatComeTogetherInTheirOrder) {
  HttpServer server(echo);
  LoopbackClient client(server.port());
  client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.receive().body, "/a");
  EXPECT_EQ(client.receive().body, "/b");
}

TEST(HttpServer, SendsNoBodyToHead) {
  HttpServer server(echo);
  LoopbackClient client(server.port());
  client.request("HEAD", "localhost", "/a");
  EXPECT_EQ(client.receive(false).header("Content-Length"), "2");
  EXPECT_EQ(client.get("localhost", "/b").body, "/b") << "the next answer stands where it has to";
}

TEST(HttpServer, ReportsThatAClientHasGone) {
  std::promise<void> gone;
  HttpServer server([&](const HttpRequest&, const Reply& reply) {
    reply->begin(200, {});
    reply->on_gone([&] { gone.set_value(); });
  });
  {
    LoopbackClient client(server.port());
    client.request("GET", "localhost", "/");
    client.read_until("\r\n\r\n");
  }
  gone.get_future().get();
}

TEST(HttpServer, ReportsThatHalfARequestTookTooLong) {
  HttpServerOptions options;
  options.request_time = Milliseconds{20};
  HttpServer server(echo, options);
  for (const char* half : {"GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc"}) {
    LoopbackClient client(server.port());
    client.send(half);
    EXPECT_EQ(client.receive().status, 408) << half;
    EXPECT_TRUE(client.is_closed());
  }
  EXPECT_EQ(LoopbackClient(server.port()).get("localhost", "/a").body, "/a");
}

TEST(HttpServer, ClosesAConnectionThatAsksNothing) {
  HttpServerOptions options;
  options.idle_time = Milliseconds{20};
  HttpServer server(echo, options);
  LoopbackClient client(server.port());
  EXPECT_EQ(client.get("localhost", "/a").body, "/a");
  EXPECT_TRUE(client.is_closed());
}

TEST(HttpServer, RefusesABodyThatIsTooLargeBeforeItIsRead) {
  HttpServer server(echo);
  LoopbackClient client(server.port());
  client.request("POST", "localhost", "/", "", std::string(50'000'000, 'x'));
  EXPECT_EQ(client.receive().status, 413);
  EXPECT_EQ(LoopbackClient(server.port()).get("localhost", "/a").body, "/a");
}

TEST(HttpServer, RefusesMalformedRequests) {
  HttpServer server(echo);
  LoopbackClient client(server.port());
  client.send("{\"jsonrpc\":\"2.0\"}\n");
  EXPECT_EQ(client.receive().status, 400);
  EXPECT_TRUE(client.is_closed());
}

TEST(HttpServer, DropsAClientThatDoesNotReadAndServesOthers) {
  HttpServerOptions options;
  options.max_unread = 1 << 20;
  std::promise<Reply> asked;
  HttpServer server(
      [&](const HttpRequest& request, Reply reply) {
        if (request.request.path != "/flood") return echo(request, reply);
        asked.set_value(std::move(reply));
      },
      options);
  LoopbackClient client(server.port());
  client.request("GET", "localhost", "/flood");
  const Reply reply = asked.get_future().get();
  std::promise<void> gone;
  std::future<void> is_gone = gone.get_future();
  reply->on_gone([&] { gone.set_value(); });
  reply->begin(200, {});
  const std::string piece(64 << 10, 'x');
  while (is_gone.wait_for(std::chrono::seconds(0)) != std::future_status::ready) reply->write(piece);
  EXPECT_EQ(LoopbackClient(server.port()).get("localhost", "/a").body, "/a");
}

TEST(HttpServer, DropsAClientThatReadsNothingForTooLong) {
  HttpServerOptions options;
  options.unread_time = Milliseconds{20};
  std::promise<void> gone;
  HttpServer server(
      [&](const HttpRequest&, const Reply& reply) {
        reply->on_gone([&] { gone.set_value(); });
        reply->begin(200, {});
        reply->write(std::string(32 << 20, 'x'));  // more than sockets hold
      },
      options);
  LoopbackClient client(server.port());
  client.request("GET", "localhost", "/");
  gone.get_future().get();
}

TEST(HttpServer, ClosesMoreConnectionsThanItTakes) {
  HttpServerOptions options;
  options.max_connections = 1;
  HttpServer server(echo, options);
  LoopbackClient first(server.port());
  EXPECT_EQ(first.get("localhost", "/a").body, "/a");
  EXPECT_TRUE(LoopbackClient(server.port()).is_closed());
  EXPECT_EQ(first.get("localhost", "/b").body, "/b");
}

TEST(HttpServer, AnswersAnExceptionWith500) {
  HttpServer server([](const HttpRequest&, const Reply&) { throw std::runtime_error("no"); });
  EXPECT_EQ(LoopbackClient(server.port()).get("localhost", "/").status, 500);
}

TEST(HttpServer, SendsPendingAnswersBeforeItEnds) {
  std::promise<Reply> asked;
  auto server =
      std::make_unique<HttpServer>([&](const HttpRequest&, Reply reply) { asked.set_value(std::move(reply)); });
  LoopbackClient client(server->port());
  client.request("GET", "localhost", "/");
  const Reply reply = asked.get_future().get();
  reply->send(200, {}, std::string(3'000'000, 'x'));
  std::thread end([&] { server.reset(); });
  EXPECT_EQ(client.receive().body.size(), 3'000'000U);
  end.join();
  reply->write("nobody is there");
}

TEST(HttpServer, ListensOnlyOnLoopbackAndReportsWhyItCannot) {
  HttpServerOptions options;
  options.host = "0.0.0.0";
  EXPECT_THROW(HttpServer(echo, options), Error);
  HttpServer first(echo);
  options.host = "127.0.0.1";
  options.port = first.port();
  try {
    HttpServer second(echo, options);
    FAIL() << "the port is taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.message(), HasSubstr("Address already in use"));
  }
}

TEST(HttpServer, CallsItsHousekeeping) {
  std::promise<void> kept;
  std::once_flag once;
  HttpServerOptions options;
  options.housekeeping = Milliseconds{1};
  options.housekeep = [&] { std::call_once(once, [&] { kept.set_value(); }); };
  HttpServer server(echo, options);
  kept.get_future().get();
}

}  // namespace
}  // namespace casement::http
