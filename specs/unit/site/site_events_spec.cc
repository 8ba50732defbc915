// The event streams of the fixture server, over bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "specs/unit/site/stream_site.h"

namespace casement {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using SiteEventStreams = StreamSite;

TEST_F(SiteEventStreams, SendTheirEvents) {
  LoopbackClient client(server_->port());
  client.request("GET", "shop.test", "/prices", "Origin: http://other.test\r\n");
  const Response head = client.receive();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("Content-Type"), "text/event-stream");
  EXPECT_EQ(head.header("Cache-Control"), "no-store");
  EXPECT_EQ(head.header("Access-Control-Allow-Origin"), "http://other.test");
  const std::string first = "event: price\nid: 1\nretry: 20\ndata: {\"price\":3}\n\n";
  EXPECT_EQ(client.read_until("last\n\n\r\n"),
            "30\r\n" + first + "\r\nf\r\nid: 2\ndata: 4\n\n\r\nc\r\ndata: last\n\n\r\n");
  server_->events("shop.test", "/prices").send("live");
  EXPECT_EQ(client.read_until("live\n\n\r\n"), "c\r\ndata: live\n\n\r\n");
}

TEST_F(SiteEventStreams, GoOnAfterTheLastEvent) {
  LoopbackClient client(server_->port());
  client.request("GET", "shop.test", "/prices", "Last-Event-ID: 2\r\n");
  client.receive();
  EXPECT_EQ(client.read_until("\n\n\r\n"), "c\r\ndata: last\n\n\r\n");
  const SiteConnection connection = server_->events("shop.test").wait_for_connection();
  EXPECT_EQ(*connection.request.header("Last-Event-ID"), "2");
}

TEST_F(SiteEventStreams, EndOrDrop) {
  LoopbackClient ended(server_->port()), cut(server_->port());
  ended.request("GET", "shop.test", "/ended");
  ended.receive();
  EXPECT_EQ(ended.rest(), "c\r\ndata: only\n\n\r\n0\r\n\r\n");
  cut.request("GET", "shop.test", "/cut");
  EXPECT_THAT(cut.rest(), testing::EndsWith("\r\n\r\nc\r\ndata: only\n\n\r\n"));
  EXPECT_EQ(server_->events("shop.test", "/ended").wait_for_end().close_code, 0);
}

TEST_F(SiteEventStreams, HaveALiveHandle) {
  server_->route("shop.test", "/live", serves_events());
  LoopbackClient client(server_->port());
  client.request("GET", "shop.test", "/live");
  client.receive();
  const SiteEvents live = server_->events("shop.test", "/live");
  live.send(SiteEvent{.data = "a\nb", .event = "price", .id = "9", .retry = 5ms});
  live.send_json({{"price", 3}});
  live.send(SiteEvent{.retry = 7ms});
  EXPECT_THAT(
      client.read_until("retry: 7\n\n\r\n"),
      AllOf(HasSubstr("event: price\nid: 9\nretry: 5\ndata: a\ndata: b\n\n"), HasSubstr("data: {\"price\":3}\n\n")));
  EXPECT_EQ(live.connections()[0].sent, 3u);
  live.end();
  EXPECT_EQ(client.rest(), "0\r\n\r\n");
  EXPECT_THAT(server_->socket("shop.test").connections(), IsEmpty());
}

TEST_F(SiteEventStreams, AnswerHeadWithoutAStream) {
  LoopbackClient client(server_->port());
  client.request("HEAD", "shop.test", "/prices");
  EXPECT_EQ(client.receive(false).status, 200);
  EXPECT_THAT(server_->events("shop.test").connections(), IsEmpty());
}

TEST_F(SiteEventStreams, AreListedForPeople) {
  EXPECT_THAT(server_->stream_addresses(),
              ElementsAre("ws://shop.test/feed (WebSocket)", "ws://shop.test/quiet (WebSocket)",
                          "ws://shop.test/spoken (WebSocket)", "http://shop.test/prices (event stream)",
                          "http://shop.test/ended (event stream)", "http://shop.test/cut (event stream)"));
}

}  // namespace
}  // namespace casement
