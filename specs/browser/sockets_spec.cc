// WebSockets and EventSources with their messages, in the page, in a frame of another site and in workers.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/trace/request_copier.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using Direction = SocketMessage::Direction;

enum class Where { Page, FrameOfAnotherSite, FrameOfThisSite, DedicatedWorker, NestedWorker, SharedWorker };

std::string name_of(const testing::TestParamInfo<Where>& where) {
  static const char* const names[] = {"Page",         "FrameOfAnotherSite", "FrameOfThisSite", "DedicatedWorker",
                                      "NestedWorker", "SharedWorker"};
  return names[static_cast<int>(where.param)];
}

constexpr const char* kLive = "ws://top.test/live";

// Runs a script in one of the places. The server echoes each message, except these orders: "close" and "drop" end the
// connection, and "count" sends the texts "1" to "1500".
class Sockets : public SiteTest<"network"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    std::vector<StreamAction> numbers;
    for (int number = 1; number <= 1500; ++number) numbers.push_back(StreamAction::text(std::to_string(number)));
    site().route("top.test", "/live",
                 serves_socket({.messages = {{{"close"}, {StreamAction::close(4005, "the peer ends")}},
                                             {{"drop"}, {StreamAction::drop()}},
                                             {{"count"}, numbers},
                                             {{}, {StreamAction::echo()}}}}));
    site().route("top.test", "/refused", answers_status(403));
  }

  void serve(const std::string& host, const std::string& path, const std::string& body, const std::string& type) {
    site().route(host, path, answers_text(body, 200, type));
  }
  void serve_events(const std::string& events) { serve("top.test", "/events", events, "text/event-stream"); }

  // `url` and `events` are variables of the script, and `show(text)` shows a text in the page.
  void run(Where where, const std::string& script) {
    const std::string names = "const url = '" + std::string(kLive) + "', events = 'http://top.test/events';";
    const std::string here = "const show = text => { document.title = text; };" + names + script;
    const std::string worker = "const show = () => {};" + names + script;
    const auto page_with = [](const std::string& source) {
      return "<!doctype html><meta charset=utf-8><script>" + source + "</script>";
    };
    const std::string frame_host = where == Where::FrameOfAnotherSite ? "other.test" : "top.test";
    serve(frame_host, "/frame", page_with(here), "text/html");
    serve("top.test", "/worker.js", worker, "text/javascript");
    serve("top.test", "/outer.js", "new Worker('/worker.js')", "text/javascript");
    const std::map<Where, std::string> starts{
        {Where::Page, page_with(here)},
        {Where::FrameOfAnotherSite, "<iframe src=http://other.test/frame></iframe>"},
        {Where::FrameOfThisSite, "<iframe src=/frame></iframe>"},
        {Where::DedicatedWorker, page_with("new Worker('/worker.js')")},
        {Where::NestedWorker, page_with("new Worker('/outer.js')")},
        {Where::SharedWorker, page_with("new SharedWorker('/worker.js')")},
    };
    serve("top.test", "/", starts.at(where), "text/html");
    page().open("http://top.test/");
  }

  nlohmann::json archive_entries() { return page().network().har().json().at("log").at("entries"); }

  // The socket, after it has closed.
  SocketRecord closed_socket() {
    expect(page()).within(20s).poll("a socket to close", [&] {
      const std::vector<SocketRecord> all = page().sockets().all();
      return !all.empty() && all.back().closed();
    });
    return page().sockets().all().back();
  }
};

class SocketsEverywhere : public Sockets, public testing::WithParamInterface<Where> {};

INSTANTIATE_TEST_SUITE_P(In, SocketsEverywhere,
                         testing::Values(Where::Page, Where::FrameOfAnotherSite, Where::FrameOfThisSite,
                                         Where::DedicatedWorker, Where::NestedWorker, Where::SharedWorker),
                         name_of);

constexpr const char* kTalk =
    "const socket = new WebSocket(url); socket.binaryType = 'arraybuffer'; let left = 2;"
    "socket.onopen = () => { socket.send('hello'); socket.send(new Uint8Array([1, 2, 255])); };"
    "socket.onmessage = () => { if (--left === 0) socket.close(4001, 'done'); };";

TEST_P(SocketsEverywhere, HaveTheirMessages) {
  run(GetParam(), kTalk);
  const SocketRecord socket = closed_socket();
  EXPECT_EQ(socket.url, kLive);
  EXPECT_EQ(socket.kind, SocketRecord::Kind::WebSocket);
  EXPECT_EQ(socket.failure, "");
  EXPECT_EQ(socket.sent, 2u);
  EXPECT_EQ(socket.received_bytes, 8);
  EXPECT_GE(socket.milliseconds, 0);
  ASSERT_THAT(socket.messages, SizeIs(4));
  const SocketMessage &hello = socket.messages[0], &bytes = socket.messages[1], &echo = socket.messages[2];
  EXPECT_EQ(hello.data, "hello");
  EXPECT_EQ(hello.direction, Direction::Sent);
  EXPECT_FALSE(hello.binary);
  EXPECT_EQ(bytes.data, "\x01\x02\xFF");
  EXPECT_EQ(bytes.bytes, 3u);
  EXPECT_TRUE(bytes.binary);
  EXPECT_EQ(echo.data, "hello");
  EXPECT_EQ(echo.direction, Direction::Received);
  EXPECT_EQ(echo.url, kLive);
  EXPECT_LE(hello.time, echo.time);
  EXPECT_GE(hello.time, socket.started * 1000);
}

TEST_P(SocketsEverywhere, NameTheirFrameAndTheirWorker) {
  run(GetParam(), kTalk);
  const FramePlace place = closed_socket().place;
  const bool is_in_frame = GetParam() == Where::FrameOfAnotherSite || GetParam() == Where::FrameOfThisSite;
  const bool is_in_worker = GetParam() > Where::FrameOfThisSite;
  EXPECT_EQ(place.main_frame, !is_in_frame);
  EXPECT_THAT(place.url, testing::EndsWith(is_in_frame ? ".test/frame" : "top.test/"));
  EXPECT_EQ(place.worker, is_in_worker ? "http://top.test/worker.js" : "");
}

TEST_P(SocketsEverywhere, HaveARequestWithItsHandshake) {
  run(GetParam(), kTalk);
  closed_socket();
  for (const RequestRecord& request : page().network().requests()) {
    if (request.resource_type != "websocket") continue;
    EXPECT_EQ(request.status, 101);
    EXPECT_EQ(request.method, "GET");
    EXPECT_TRUE(request.ended());
    EXPECT_EQ(std::ranges::count(request.request_headers, "Upgrade", [](const auto& one) { return one.first; }), 1);
    EXPECT_EQ(request.number, page().sockets().all().back().number);
    EXPECT_THROW(page().network().response_body(request), Error);
    return;
  }
  FAIL() << "no request";
}

TEST_P(SocketsEverywhere, HaveTheEventsOfAnEventSource) {
  serve_events("event: price\nid: 7\ndata: 3\ndata: 4\n\ndata: last\n\n");
  run(GetParam() == Where::FrameOfAnotherSite ? Where::FrameOfThisSite : GetParam(),
      "const source = new EventSource(events); source.onmessage = () => source.close();");
  const SocketRecord source = closed_socket();
  EXPECT_EQ(source.kind, SocketRecord::Kind::EventSource);
  EXPECT_EQ(source.url, "http://top.test/events");
  ASSERT_THAT(source.messages, SizeIs(2));
  EXPECT_EQ(source.messages[0].event_name, "price");
  EXPECT_EQ(source.messages[0].event_id, "7");
  EXPECT_EQ(source.messages[0].data, "3\n4");
  EXPECT_EQ(source.messages[1].event_name, "message");
  EXPECT_EQ(source.received, 2u);
}

TEST_P(SocketsEverywhere, HaveOneEntryInTheArchive) {
  page().network().record_har();
  run(GetParam(), kTalk);
  closed_socket();
  std::vector<std::string> lines;
  for (const nlohmann::json& entry : archive_entries()) {
    if (entry.at("_resourceType") != "websocket") continue;
    lines.push_back(entry.at("response").at("status").dump() + " " + entry.at("request").at("url").get<std::string>());
    for (const nlohmann::json& message : entry.at("_webSocketMessages")) {
      lines.push_back(message.at("type").get<std::string>() + " " + message.at("opcode").dump() + " " +
                      message.at("data").get<std::string>());
      EXPECT_GT(message.at("time").get<double>(), 1e9);
      EXPECT_LT(message.at("time").get<double>(), 1e10);
    }
  }
  EXPECT_THAT(lines, ElementsAre("101 " + std::string(kLive), "send 1 hello", "send 2 AQL/", "receive 1 hello",
                                 "receive 2 AQL/"));
}

TEST_F(Sockets, ArchivesContainTheEventsOfAnEventSource) {
  serve_events("id: 7\ndata: 3\n\n");
  run(Where::Page, "const source = new EventSource(events); source.onmessage = () => source.close();");
  closed_socket();
  for (const nlohmann::json& entry : archive_entries()) {
    if (entry.at("_resourceType") != "eventsource") continue;
    const nlohmann::json& event = entry.at("_eventSourceMessages").at(0);
    EXPECT_EQ(event.at("eventName"), "message");
    EXPECT_EQ(event.at("eventId"), "7");
    EXPECT_EQ(event.at("data"), "3");
    return;
  }
  FAIL() << "no entry";
}

TEST_F(Sockets, AreInTheTraceWithTheirMessages) {
  run(Where::Page,
      "const socket = new WebSocket(url); const say = text => { socket.send(text); };"
      "socket.onopen = () => { say('first'); say('card 4242 4242 4242 4242'); say('x'.repeat(70000)); };");
  expect(page()).message("*/live", {.text = "first", .direction = Direction::Received});
  RequestCopier copier;
  copier.read(engine_of(page()), Deadline::patient(10s));
  page().evaluate("say('second')");
  expect(page()).message("*/live", {.text = "second", .direction = Direction::Received});
  copier.read(engine_of(page()), Deadline::patient(10s));
  nlohmann::json all = copier.entries();
  EXPECT_THAT(all.dump(), testing::Not(HasSubstr("4242 4242")));
  RequestCopier::cut_texts(all);
  const auto found = std::ranges::find(all, "websocket", [](const auto& one) { return one.at("_resourceType"); });
  ASSERT_NE(found, all.end());
  const nlohmann::json& entry = *found;
  EXPECT_EQ(entry.at("_pending"), true);
  const nlohmann::json& messages = entry.at("_webSocketMessages");
  ASSERT_THAT(messages, SizeIs(8));
  EXPECT_EQ(messages[0].at("data"), "first");
  EXPECT_EQ(messages[2].at("data"), std::string(56 * 1024, 'x'));
  EXPECT_EQ(messages[2].at("_bytes"), 70'000);
  EXPECT_EQ(messages.back().at("data"), "second");
}

TEST_F(Sockets, AnOpenSocketIsInTheArchive) {
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => socket.send('hello');");
  expect(page()).message(kLive, {.text = "hello", .direction = Direction::Received});
  for (const nlohmann::json& entry : archive_entries()) {
    if (entry.at("_resourceType") != "websocket") continue;
    EXPECT_THAT(entry.at("_webSocketMessages"), SizeIs(2));
    return;
  }
  FAIL() << "no entry";
}

TEST_F(Sockets, ARefusedHandshakeIsAFailure) {
  run(Where::Page, "new WebSocket(url.replace('/live', '/refused'))");
  EXPECT_THAT(closed_socket().failure, HasSubstr("403"));
  EXPECT_THAT(page().network().failed_requests(), SizeIs(1));
}

TEST_F(Sockets, ARefusedConnectionIsAFailure) {
  run(Where::Page, "new WebSocket('ws://127.0.0.1:1/')");
  EXPECT_THAT(closed_socket().failure, HasSubstr("net::ERR_"));
}

TEST_F(Sockets, AMessageOfAnOtherwiseSilentPageWakesTheWait) {
  run(Where::Page, "const socket = new WebSocket(url); const say = text => socket.send(text);");
  Awaited<SocketMessage> next = page().next_message("*/live", {.direction = Direction::Received});
  page().evaluate("socket.onopen = () => say('late'), socket.readyState === 1 && say('late'), 0");
  EXPECT_EQ(next.get().data, "late");
  EXPECT_EQ(next.get().data, "late");
}

TEST_F(Sockets, TheNextMessageIsAfterTheBeginOfTheWait) {
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => socket.send('first');");
  expect(page()).message("*/live", {.text = "first", .direction = Direction::Received});
  Awaited<SocketMessage> next = page().next_message();
  page().evaluate("socket.send('second'), 0");
  expect(page()).message("*/live", {.text = "second", .direction = Direction::Received});
  EXPECT_EQ(next.get().data, "second");
  EXPECT_EQ(next.get().direction, Direction::Sent);
}

TEST_F(Sockets, MessagesAreFoundByTextJsonAndDirection) {
  run(Where::Page,
      "const socket = new WebSocket(url); socket.onopen = () => "
      "socket.send('{\"type\":\"order\",\"items\":[{\"n\":2}]}');");
  PageExpectation expected = expect(page());
  expected.message("*/live", {.json = {{"/type", "order"}, {"/items/0/n", 2}}, .direction = Direction::Received});
  expected.message("*", {.text = "/order/"});
  expected.within(100ms).never().message("*/other");
  expected.never().message("*/live", {.text = "order"});
  expected.never().message("*/live", {.json = {{"/type", "order"}, {"/items/0/n", 3}}});
  EXPECT_THROW(expected.message("*", {.json = {{"type", 1}}}), Error);
}

TEST_F(Sockets, AFailedExpectationNamesTheNewestMessage) {
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => socket.send('hello');");
  expect(page()).message("*/live", {.direction = Direction::Received});
  try {
    expect(page()).within(50ms).message("*/live", {.text = "by*", .json = {{"/a", 1}}, .direction = Direction::Sent});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Assertion);
    EXPECT_THAT(
        error.message(),
        AllOf(
            HasSubstr("expected message sent to */live that is \"by*\" (* stands for itself here; a part of a text is "
                      "/part/) with 1 at /a within 50 ms"),
            HasSubstr("the last of 2 was \"hello\" received from " + std::string(kLive))));
  }
}

TEST_F(Sockets, AFailureWithoutMessagesCountsTheOpenSockets) {
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => show('open');");
  expect(page()).title("open");
  try {
    page().next_message().get(50ms);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("there was none; 1 socket is open"));
  }
}

TEST_F(Sockets, TheNewestThousandMessagesAreStored) {
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => socket.send('count');");
  expect(page()).within(20s).message("*", {.text = "1500"});
  const SocketRecord socket = page().sockets().all().back();
  EXPECT_EQ(socket.received, 1500u);
  EXPECT_EQ(socket.left_out, 501u);
  ASSERT_THAT(socket.messages, SizeIs(1000));
  EXPECT_EQ(socket.messages.front().data, "501");
}

TEST_F(Sockets, TheNextMessageIsFoundAlthoughItIsNoLongerStored) {
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => show('open');");
  expect(page()).title("open");
  Awaited<SocketMessage> next = page().next_message("*/live", {.text = "7"});
  Awaited<SocketMessage> copy = next;
  page().evaluate("socket.send('count')");
  expect(page()).within(20s).message("*", {.text = "1500"});
  EXPECT_EQ(next.get().data, "7");
  EXPECT_EQ(copy.get().url, kLive);
}

TEST_F(Sockets, ARecordingStoresAllMessages) {
  page().network().record_har();
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => socket.send('count');");
  expect(page()).within(20s).message("*", {.text = "1500"});
  EXPECT_EQ(page().sockets().all().back().left_out, 0u);
}

TEST_F(Sockets, TheBeginningOfALongMessageIsStored) {
  run(Where::Page,
      "const socket = new WebSocket(url); socket.onopen = () => { socket.send('é'.repeat(100000));"
      " socket.send(new Uint8Array(100000)); socket.send('end'); };");
  expect(page()).within(20s).message("*", {.text = "end", .direction = Direction::Received});
  const std::vector<SocketMessage> messages = page().sockets().messages();
  EXPECT_EQ(messages[0].bytes, 200'000u);
  EXPECT_EQ(messages[0].data.size(), 65'536u);
  EXPECT_EQ(messages[1].bytes, 100'000u);
  EXPECT_EQ(messages[1].data, std::string(65'535, '\0'));
}

TEST_F(Sockets, AnEndWithoutAHandshakeClosesTheSocket) {
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => socket.send('drop');");
  EXPECT_TRUE(closed_socket().closed());
}

TEST_F(Sockets, APopupHasItsOwnSockets) {
  serve("top.test", "/popup", "<title>popup</title>", "text/html");
  run(Where::Page, "");
  Awaited<Page> coming = page().next_popup();
  page().evaluate("void open('/popup')");
  // A busy Chrome may fail a socket that a popup opens while it loads, without a request and without a reason.
  expect(coming.get()).title("popup");
  coming.get().wait_for_load(LoadState::Loaded);
  coming.get().evaluate("(url => { const s = new WebSocket(url); s.onopen = () => s.send('pop'); })('" +
                        std::string(kLive) + "')");
  expect(coming.get()).message("*/live", {.text = "pop", .direction = Direction::Received});
  EXPECT_THAT(page().sockets().all(), IsEmpty());
}

TEST_F(Sockets, AScriptThatTwoFramesLoadNamesTheFrameOfItsDocument) {
  serve("top.test", "/lib.js", "const live = url => new WebSocket(url)", "text/javascript");
  serve("top.test", "/frame", "<script src=/lib.js></script><script>live('" + std::string(kLive) + "')</script>",
        "text/html");
  serve("top.test", "/", "<script src=/lib.js></script><iframe src=/frame></iframe>", "text/html");
  page().open("http://top.test/");
  expect(page()).request("*/live");
  EXPECT_EQ(page().sockets().all().back().place.url, "http://top.test/frame");
}

TEST_F(Sockets, AnOpenSocketDoesNotDelayAnIdleNetwork) {
  run(Where::Page, "const socket = new WebSocket(url); socket.onopen = () => show('open');");
  expect(page()).title("open");
  page().network().wait_for_idle();
  page().wait_for_load(LoadState::Loaded);
}

TEST_F(Sockets, AnotherPageRecordsASharedWorkerWhosePageWasClosed) {
  run(Where::SharedWorker,
      "onconnect = () => { const socket = new WebSocket(url); socket.onopen = () => socket.send('connected'); };");
  expect(page()).message("*/live", {.text = "connected", .direction = Direction::Received});
  Page other = context().new_page();
  other.open("http://top.test/");
  page().close();
  other.evaluate("new SharedWorker('/worker.js'), 0");
  expect(other).message("*/live", {.text = "connected", .direction = Direction::Received});
  EXPECT_EQ(other.sockets().all().back().place.worker, "http://top.test/worker.js");
}

}  // namespace
