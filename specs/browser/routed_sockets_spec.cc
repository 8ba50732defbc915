// The relay between the sockets of pages and a server that Casement does not serve to them: in pages, frames of other
// sites, popups and workers.
#include <casement/testing.h>

#include "specs/browser/socket_openers.h"
#include "specs/unit/site/temporary_site.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

// A server of a team's own, at an address of this machine.
class OwnServer {
 public:
  std::string url() const { return "ws://localhost:" + std::to_string(server_.port()) + "/live"; }
  SiteSocket socket() { return server_.socket("localhost", "/live"); }

 private:
  TemporarySite files_{
      "hosts: { localhost: }\n"
      "rules: [{ path: /live, socket: { messages: [{ match: ping, reply: [{ text: pong }] }] } }]\n"};
  SiteServer server_{files_.folder()};
};

class RoutedSockets : public SocketOpeners {
 protected:
  RoutedSockets() { set_context_options({.socket_proxy = relay_.proxy()}); }
  void SetUp() override {
    SocketOpeners::SetUp();
    relay_.serve_hosts(site().host_resolver_rules());
  }

  // Opens a page whose script has `live`, the address of the socket.
  void run(const std::string& script, Opener opener = Opener::Page, const std::string& live = "") {
    run_in(opener, "const live = '" + (live.empty() ? server_.url() : live) + "';" + script);
  }

  OwnServer server_;
  SocketRelay relay_;
};

class RoutedSocketsEverywhere : public RoutedSockets, public testing::WithParamInterface<Opener> {};

INSTANTIATE_TEST_SUITE_P(In, RoutedSocketsEverywhere,
                         testing::Values(Opener::Page, Opener::FrameOfAnotherSite, Opener::Popup,
                                         Opener::DedicatedWorker, Opener::SharedWorker, Opener::ServiceWorker),
                         opener_name);

TEST_P(RoutedSocketsEverywhere, AreChangedForgedAndCut) {
  RoutedSocket routed = relay_.route(server_.url(), [](const RoutedMessage& message) {
    return message.data == "pong" ? SocketAnswer::text("pang") : SocketAnswer::pass();
  });
  run("let count = 0; const connect = () => { const socket = new WebSocket(live);"
      "socket.onopen = () => socket.send('open ' + ++count); socket.onclose = connect;"
      "socket.onmessage = event => socket.send('got ' + event.data); }; connect();",
      GetParam());
  SiteSocket at_server = server_.socket();
  EXPECT_EQ(at_server.wait_for_message("open*").data, "open 1");
  routed.send_to_server("ping");
  EXPECT_EQ(at_server.wait_for_message("got*").data, "got pang");
  routed.send("forged");
  EXPECT_EQ(at_server.wait_for_message("got*").data, "got forged");
  routed.drop();
  EXPECT_EQ(at_server.wait_for_message("open*").data, "open 2");
}

TEST_P(RoutedSocketsEverywhere, AreServedWithoutAServer) {
  RoutedSocket routed = relay_.serve("ws://localhost:8999/feed", {.open = {StreamAction::text("welcome")}});
  run("const socket = new WebSocket(live); socket.onmessage = event => socket.send('got ' + event.data);", GetParam(),
      "ws://localhost:8999/feed");
  EXPECT_EQ(routed.wait_for_message().data, "got welcome");
}

TEST_F(RoutedSockets, EndWithTheirDocument) {
  RoutedSocket routed = relay_.route(server_.url());
  run("window.socket = new WebSocket(live);");
  routed.wait_for_connection();
  page().open("http://top.test/plain.html");
  EXPECT_FALSE(routed.wait_for_end(1).is_open);
  run("window.socket = new WebSocket(live);", Opener::FrameOfAnotherSite);
  routed.wait_for_connection();
  page().evaluate("document.querySelector('iframe').remove()");
  EXPECT_FALSE(routed.wait_for_end(2).is_open);
  EXPECT_EQ(server_.socket().wait_for_end(2).is_open, false);
}

TEST_F(RoutedSockets, ThePageSeesItsOwnAddress) {
  relay_.route("*");
  run("const socket = new WebSocket(live); socket.onopen = () => { document.title = socket.url; };");
  expect(page()).title(server_.url());
  EXPECT_THAT(page().sockets().all(), SizeIs(1));
}

TEST_F(RoutedSockets, ReachSecureHostsOfTheSite) {
  // A Chrome that this process has started accepts the relay's certificate in workers of all kinds.
  for (const Opener opener : {Opener::Page, Opener::FrameOfAnotherSite, Opener::DedicatedWorker, Opener::SharedWorker,
                              Opener::ServiceWorker}) {
    site().route("top.test", "/live", serves_socket({.open = {StreamAction::text("welcome")}}));
    RoutedSocket routed = relay_.route("wss://top.test/live", [](const RoutedMessage& message) {
      return message.from == SocketSide::Server ? SocketAnswer::text("changed") : SocketAnswer::pass();
    });
    run("const socket = new WebSocket(live); socket.onmessage = event => socket.send('got ' + event.data);", opener,
        "wss://top.test/live");
    EXPECT_EQ(routed.wait_for_message().data, "got changed");
    relay_.reset();
    site().clear_routes();
  }
}

TEST_F(RoutedSockets, OtherRequestsGoOnAsWithoutARelay) {
  page().open("https://top.test/plain.html");
  page().open("http://top.test/plain.html");
  EXPECT_EQ(page().evaluate("fetch('/answer', {method: 'HEAD'}).then(response => response.status)").get<int>(), 404);
  site().route("top.test", "/live", serves_socket({.open = {StreamAction::text("welcome")}}));
  run("const socket = new WebSocket(live); socket.onmessage = event => { document.title = event.data; };", Opener::Page,
      "ws://top.test/live");
  expect(page()).title("welcome");
}

TEST_F(RoutedSockets, NeedAContextWithTheirProxy) {
  RoutedSocket routed = relay_.route(server_.url());
  const Page other = browser().new_context().new_page();
  other.open("http://top.test/plain.html");
  other.evaluate("void new WebSocket('" + server_.url() + "')");
  try {
    routed.wait_for_connection(300ms);
    ADD_FAILURE() << "a socket went through the relay";
  } catch (const Error& error) {
    EXPECT_THAT(error.full_text(), HasSubstr("no page has connected there"));
  }
}

}  // namespace
