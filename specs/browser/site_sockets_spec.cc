// The WebSockets and event streams that the fixture server offers, in pages, frames, popups and workers.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

#include "casement/site/site_folder.h"
#include "specs/browser/socket_openers.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class SiteSockets : public SocketOpeners {
 protected:
  // Opens a page whose script has `live`, the address of the socket, and `prices`, that of the event stream.
  void run(const std::string& script, Opener opener = Opener::Page) {
    run_in(opener, (needs_https(opener) ? "const live = 'wss://top.test/live', prices = 'https://top.test/prices';"
                                        : "const live = 'ws://top.test/live', prices = 'http://top.test/prices';") +
                       script);
  }

  SiteSocket live() { return site().socket("top.test", "/live"); }
};

class SiteSocketsEverywhere : public SiteSockets, public testing::WithParamInterface<Opener> {};

INSTANTIATE_TEST_SUITE_P(In, SiteSocketsEverywhere,
                         testing::Values(Opener::Page, Opener::FrameOfAnotherSite, Opener::Popup,
                                         Opener::DedicatedWorker, Opener::SharedWorker, Opener::ServiceWorker,
                                         Opener::SecurePage),
                         opener_name);

TEST_P(SiteSocketsEverywhere, TalkToTheTest) {
  site().route("top.test", "/live", serves_socket({.messages = {{{"ping"}, {StreamAction::text("pong")}}}}));
  run("const socket = new WebSocket(live); socket.onopen = () => socket.send('ping');"
      "socket.onmessage = event => socket.send('got ' + event.data);",
      GetParam());
  SiteSocket socket = live();
  EXPECT_EQ(socket.wait_for_message("ping").data, "ping");
  EXPECT_EQ(socket.wait_for_message("got *").data, "got pong");
  socket.send("price 3");
  EXPECT_EQ(socket.wait_for_message("got *").data, "got price 3");
  EXPECT_THAT(socket.connections(), SizeIs(1));
}

TEST_P(SiteSocketsEverywhere, SendEvents) {
  site().route("top.test", "/prices", serves_events({StreamAction::event({.data = "3", .event = "price"})}));
  site().route("top.test", "/live", serves_socket());
  run("const socket = new WebSocket(live), source = new EventSource(prices);"
      "const opened = new Promise(resolve => { socket.onopen = resolve; });"
      "const say = event => opened.then(() => socket.send(event.type + ' ' + event.data));"
      "source.addEventListener('price', say); source.onmessage = say;",
      GetParam());
  SiteSocket socket = live();
  EXPECT_EQ(socket.wait_for_message().data, "price 3");
  site().events("top.test", "/prices").send("4");
  EXPECT_EQ(socket.wait_for_message().data, "message 4");
}

TEST_F(SiteSockets, ThePageSeesTheCodeOfAClose) {
  site().route("top.test", "/live", serves_socket());
  run("const socket = new WebSocket(live);"
      "socket.onclose = event => { document.title = [event.code, event.reason, event.wasClean].join(' '); };");
  live().close(4005, "closed for today");
  expect(page()).title("4005 closed for today true");
  EXPECT_EQ(live().wait_for_end().close_code, 4005);
}

TEST_F(SiteSockets, ThePageSeesADroppedConnection) {
  site().route("top.test", "/live", serves_socket({.open = {StreamAction::drop().after(1ms)}}));
  run("const socket = new WebSocket(live);"
      "socket.onclose = event => { document.title = [event.code, event.wasClean].join(' '); };");
  expect(page()).title("1006 false");
}

TEST_F(SiteSockets, ThePageConnectsAgainAfterADrop) {
  site().route("top.test", "/live", serves_socket({.open = {StreamAction::text("welcome")}}));
  run("let count = 0; const connect = () => { const socket = new WebSocket(live); socket.onclose = connect;"
      "socket.onmessage = () => { document.title = `welcome ${++count}`; }; }; connect();");
  expect(page()).title("welcome 1");
  live().drop();
  expect(page()).title("welcome 2");
  EXPECT_THAT(live().connections(), SizeIs(2));
}

TEST_F(SiteSockets, ThePageKnowsTheChosenSubProtocol) {
  site().route("top.test", "/live", serves_socket({.protocols = std::vector<std::string>{"v2", "v1"}}));
  run("const socket = new WebSocket(live, ['v1', 'v2']); socket.onopen = () => { document.title = socket.protocol; };");
  expect(page()).title("v2");
}

TEST_F(SiteSockets, AnUpgradeIsRefused) {
  site().route("top.test", "/live", answers_status(403));
  run("const socket = new WebSocket(live); socket.onclose = event => { document.title = `${event.code}`; };");
  expect(page()).title("1006");
  EXPECT_THAT(page().sockets().all().back().failure, HasSubstr("403"));
}

TEST_F(SiteSockets, AnUpgradeIsNeverAnswered) {
  site().route("top.test", "/live", never_answers());
  run("const socket = new WebSocket(live); const state = () => socket.readyState;");
  site().wait_for_request("top.test", "/live");
  EXPECT_EQ(page().evaluate("state()"), 0);
  EXPECT_EQ(page().evaluate("(socket.close(), state())"), 2);
}

TEST_F(SiteSockets, AStalledSocketStaysOpen) {
  site().route("top.test", "/live", serves_socket({.messages = {{{"stall"}, {StreamAction::stall()}}}}));
  run("const socket = new WebSocket(live); socket.onopen = () => socket.send('stall'); socket.onclose = () => {"
      " document.title = 'closed'; };");
  live().wait_for_message("stall");
  page().evaluate("socket.send('after'), socket.close()");
  live().wait_for_message("after");
  EXPECT_EQ(page().evaluate("socket.readyState"), 2);
  EXPECT_TRUE(live().connections().back().is_open);
}

TEST_F(SiteSockets, BinaryDataAndLongMessagesArrive) {
  site().route("top.test", "/live", serves_socket({.open = {StreamAction::binary("\x01\xFF")}}));
  run("const socket = new WebSocket(live); socket.binaryType = 'arraybuffer'; const sizes = [];"
      "socket.onmessage = ({data}) => { sizes.push(data.byteLength ?? data.length); document.title = `${sizes}`; };");
  expect(page()).title("2");
  live().send(std::string(std::size_t{64} << 20, 'x'));
  expect(page()).within(60s).title("2,67108864");
  page().evaluate("socket.send('x'.repeat(2 ** 26 + 1)), 0");
  EXPECT_EQ(live().wait_for_end(1, 60s).failure, "a message is longer than 64 MiB");
  EXPECT_EQ(page().evaluate("1 + 1"), 2);
}

TEST_F(SiteSockets, APageThatIsClosedEndsItsSockets) {
  site().route("top.test", "/live", serves_socket({.open = {StreamAction::text("x").repeated(1ms)}}));
  run("const socket = new WebSocket(live);");
  live().wait_for_connection();
  page().close();
  live().wait_for_end();
}

TEST_F(SiteSockets, AnEventSourceConnectsAgainWithItsLastId) {
  site().route("top.test", "/prices",
               serves_events({StreamAction::event({.data = "a", .id = "1", .retry = 1ms}),
                              StreamAction::event({.data = "b", .id = "2"}), StreamAction::drop().after(1ms),
                              StreamAction::event({.data = "never", .id = "3"}).after(10min)}));
  run("const texts = []; const source = new EventSource(prices); source.onmessage = event => { texts.push(event.data);"
      " document.title = `${texts}`; };");
  expect(page()).title("a,b");
  const SiteEvents events = site().events("top.test", "/prices");
  events.wait_for_end(2);
  EXPECT_EQ(*events.connections()[1].request.header("Last-Event-ID"), "2");
  expect(page()).title("a,b");
}

TEST_F(SiteSockets, AnEndedStreamConnectsAgain) {
  site().route("top.test", "/prices", serves_events({StreamAction::event({.retry = 1ms})}));
  run("const source = new EventSource(prices);");
  const SiteEvents events = site().events("top.test", "/prices");
  events.end();
  events.wait_for_end();
  events.send("again");
  EXPECT_THAT(events.connections(), SizeIs(2));
}

TEST_F(SiteSockets, AFetchReadsAStreamOfEvents) {
  site().route(
      "top.test", "/prices",
      serves_events({StreamAction::text("a"), StreamAction::text("b").after(1ms), StreamAction::close().after(2ms)}));
  run("");
  EXPECT_EQ(page().evaluate("fetch('/prices', {method: 'POST', body: '{}'}).then(answer => answer.text())"),
            "data: a\n\ndata: b\n\n");
}

TEST_F(SiteSockets, AreReachedThroughTheProxyOfTheSite) {
  SiteServer other(find_site_folder("network", "."));
  other.route("top.test", "/live", serves_socket({.open = {StreamAction::text("welcome")}}));
  other.route("top.test", "/other",
              answers_text(page_with("new WebSocket('ws://top.test/live').onmessage = event => {"
                                     " document.title = event.data; };"),
                           200, "text/html"));
  browser().set_proxy(other.proxy());
  Page proxied = browser().new_context({.locale = "de-DE"}).new_page();
  browser().set_proxy("");
  proxied.open("http://top.test/other");
  expect(proxied).title("welcome");
}

}  // namespace
