// A spec that has <casement/testing.h> and nothing else; as casement_alone.cc for what GoogleTest programs have
// besides.
#include <casement/testing.h>

using namespace casement;

namespace {

class Fixture : public UserTest<"shop"> {
 protected:
  Fixture() {
    set_context_options({.locale = "de-DE"});
    set_frame_policy({.on_failure = FramePolicy::OnFailure::Fail});
    define_user("clerk", {.locale = "en-IE"});
  }
  void SetUp() override {
    UserTest::SetUp();
    as("clerk").open("/");
    page("clerk").open("/");
  }
  void TearDown() override { UserTest::TearDown(); }
};

TEST_F(Fixture, HasABrowserWithItsRoles) {
  page().open("http://shop.test/");
  context().set_offline(true, 10s);
  if (browser().shared()) return;
  user("guest").page().close();
  user("boss", {.locale = "fr-FR"}).page().close();
  if (users().names().empty() || site_server() == nullptr) return;
}

TEST_F(Fixture, HasASite) {
  SiteServer other("pages/shop", 0);
  other.route(answers_text("a").for_method("POST").with_status(201).with_header("A", "b").after(1s));
  other.route("shop.test", "/v1/*", answers_json({{"left", 0}}).for_query("a", "*").for_body("b", "*"));
  site().route("shop.test", "/cart", answers_json("{"));
  for (SiteRule rule : {never_answers(), drops_connection(), answers_status(204), answers_file("a.html")}) {
    site().route("shop.test", "/", rule);
  }
  site().route("shop.test", "/", redirects_to("/cart"));
  site().route("shop.test", "/", delays(1s));
  site().route("shop.test", "/", adds_header("A", "b"));
  site().wait_for_request("shop.test", "/v1/*", 1s).summary().clear();
  if (site().requests().empty() || site().hosts().empty() || site().port() == 0) return;
  site().serve_at("10.0.0.5", 8080).password.clear();
  site().clear_routes();
  site().clear_requests();
  site().reset();
  page().open(site().url("shop.test", "/cart"));
  site()
      .certificate_pin()
      .append(site().host_resolver_rules())
      .append(site().proxy())
      .append(site().start_url())
      .clear();
}

TEST_F(Fixture, HasSocketsAndEventStreams) {
  const SocketScript script{.protocols = std::vector<std::string>{"v2"},
                            .open = {StreamAction::text("a").after(1s), StreamAction::json({{"a", 1}}).repeated(1s, 3)},
                            .messages = {{.match = {.glob = "a*", .json = {{"/a", "1"}}},
                                          .reply = {StreamAction::binary("a"), StreamAction::file("a.bin"),
                                                    StreamAction::echo(), StreamAction::close(4000, "over")}}}};
  site().route("shop.test", "/feed", serves_socket(script));
  site().route("shop.test", "/prices",
               serves_events({StreamAction::event(SiteEvent{.data = "a", .event = "b", .id = "1", .retry = 1s}),
                              StreamAction::drop(), StreamAction::stall()}));
  SiteSocket feed = site().socket("shop.test", "/feed");
  feed.send("a");
  feed.send_json({{"a", 1}});
  feed.send_binary("a");
  feed.wait_for_message("a", 1s).data.clear();
  feed.wait_for_message({.equals = "a"}, 1s).data.clear();
  feed.wait_for_connection(1s).request.summary().clear();
  if (feed.messages().empty() || feed.connections().front().summary().empty()) return;
  feed.act(StreamAction::file("a.json"), 1s);
  feed.stall();
  feed.close(4000, "over");
  feed.drop();
  feed.wait_for_end(2, 1s).failure.clear();
  const SiteEvents prices = site().events("shop.test", "/prices");
  prices.send("a");
  prices.send(SiteEvent{.data = "a"});
  prices.send_json({{"a", 1}});
  prices.end();
  if (site().stream_addresses().empty() || !matches(SiteMessageMatch{}, "a")) return;
}

TEST_F(Fixture, HasARelayForSockets) {
  SocketRelay relay;
  set_context_options({.socket_proxy = relay.proxy()});
  relay.serve_hosts(site().host_resolver_rules());
  relay.ignore_certificate_errors();
  const RoutedSocket feed = relay.route("ws://shop.test/feed", [](const RoutedMessage& message) {
    if (message.from == SocketSide::Server && message.is_binary) return SocketAnswer::binary(message.data);
    if (message.data == message.url) return SocketAnswer::json({{"a", 1}}).replying("b");
    const SocketAnswer all[] = {SocketAnswer::pass().after(1s), SocketAnswer::text("a"), SocketAnswer::discard(),
                                SocketAnswer::close(4000, "over"), SocketAnswer::drop()};
    const SocketAnswer& one = all[message.connection % 5];
    if (one.kind() == SocketAnswer::Kind::Close && one.close_code() == 4000 && one.replies().empty()) return one;
    return one.data().empty() && !one.is_binary() && one.delay() < 1s ? one : SocketAnswer::pass();
  });
  feed.send_to_server("a");
  feed.send_binary_to_server("a");
  relay.serve("ws://shop.test/other", SocketScript{}).drop();
  relay.sockets("*").stall();
  relay.route_by_rules("*", {SocketRule{.from = SocketSide::Page}});
  if (relay.unroute("*") == 1 && relay.unused_lines().empty()) relay.reset();
}

TEST_F(Fixture, HasMatchersAndSteps) {
  EXPECT_THAT(page(), Eventually(Shows("button"), 2s));
  EXPECT_THAT(page(), HasText("heading", testing::HasSubstr("Tea")));
  EXPECT_THAT(page(), HasValue("textbox", "3"));
  EXPECT_THAT(page(), HasNoFrameFailures());
  EXPECT_THAT(page().snapshot(), MatchesSnapshot("- button"));
  EXPECT_EQ(page().evaluate("[1, 'two']").at(1), "two");
  expect(page()).shows("button");
  soft(page()).never().shows("dialog");
  const Step pays("pays");
  const int items = step("counts", [&] { return page().count("listitem"); });
  attach("items", std::to_string(items));
  attach_file("receipt.pdf");
  try {
    page().click("button");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::NotFound);
  }
}

TEST(Programs, RunBesideIt) {
  Process server("server", {.arguments = {"--port", "0"}, .ready_line = "port ([0-9]+)"});
  if (server.running() && server.id() > 0) server.wait_for_line("ready").clear();
  if (server.wait_for_end(1s)) return;
  server.output().append(server.ready_match().at(1)).append(server.how_it_ended()).clear();
  if (server.stop() != 0) server.kill();
}

struct Orders : AppTest {};
TEST_F(Orders, AreShown) {
  expect(page()).shows("heading");
  EXPECT_TRUE(context().adopted());
  EXPECT_TRUE(application().process().running() && application().browser().adopted()) << application().endpoint();
}

class Everywhere : public PersonaTest<"shop"> {};
TEST_P(Everywhere, IsTheSame) {
  page().open("http://shop.test/" + persona().name);
}
INSTANTIATE_TEST_SUITE_P(Devices, Everywhere, testing::ValuesIn(devices()), persona_name);
INSTANTIATE_TEST_SUITE_P(Some, Everywhere, testing::ValuesIn(cross_product(devices({"phone"}), locales({"de-DE"}))),
                         persona_name);

CASEMENT_STEP("take all", "Takes an argument of every kind.",
              {{"text", StepArgument::Text, "a text"},
               {"secret", StepArgument::Secret, "a secret", true},
               {"texts", StepArgument::Texts, "texts", true},
               {"word", StepArgument::Word, "a word", true, {"left", "right"}},
               {"number", StepArgument::Number, "a number", true, {}, 1, 9},
               {"flag", StepArgument::Flag, "a flag", true},
               {"duration", StepArgument::Duration, "a duration", true},
               {"target", StepArgument::Target, "a target", true}}) {
  page.fill("textbox 'User'", step.text("text"));
  if (step.has("target")) page.click(step.target("target"));
  if (step.flag("flag") && step.number("number", 1) > 1 && step.duration("duration") > 1s) return;
  EXPECT_EQ(step.texts("texts").size(), 2u) << step.timeout().count();
}
CASEMENT_STEP("tidy up", "Takes no arguments.") {
  page.open("/");
}
[[maybe_unused]] const int steps = [] {
  register_step(
      {.name = "a", .help = "A step.", .arguments = {}, .body = [](const Page&, const StepArguments&) {}, .at = ""});
  return register_noted_steps();
}();

CASEMENT_FLOW_TEST("flows/cart.yaml", {device("phone")});
[[maybe_unused]] const bool with_servers = start_project_servers();
[[maybe_unused]] const bool is_set_up = run_project_setup();
const ContextOptions signed_in{.storage_state = run_file("signed_in.json")};
[[maybe_unused]] const bool is_signed_in = [] {
  require_storage_state(signed_in);
  return runs_project_setup() && !storage_state_file(signed_in).empty();
}();

}  // namespace
