// A context as a role: who and where the user is, in the page, in a frame of another site and in a
// popup; several at once; what of it is kept in a file.
#include <fcntl.h>
#include <unistd.h>

#include <casement/testing.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/find/frame_list.h"
#include "casement/process/browser_daemon.h"
#include "casement/process/browser_lease.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::chrono::seconds kContextPatience{30};
constexpr const char* kWho = "https://top.test/who.html";

class Contexts : public SiteTest<"network"> {
 protected:
  // What the document and its frame of another site say of their browser.
  struct Told {
    std::string page;
    std::string frame;
  };
  Told ask(Page who) {
    who.set_default_timeout(kContextPatience);
    who.open(kWho, {LoadState::Loaded});
    return read(who);
  }
  Told read(Page who) {
    // The last lines that both write.
    expect(who).count("text /^place = /", 2);
    return {who.frames().content("main").content, who.frames().content("Guest").content};
  }
  Page popup_of(Page opener) {
    opener.evaluate("void open('" + std::string(kWho) + "')");
    PageSession& target = engine_of(opener);
    {
      const cdp::Connection::EngineLock lock(target.connection());
      EXPECT_TRUE(target.connection().pump_until(
          [&] { return !target.popups().entries().empty() && target.popups().entries()[0].page->usable(); },
          Deadline::in(kContextPatience)));
    }
    Page popup = opener.popups().at(0);
    popup.set_default_timeout(kContextPatience);
    return popup;
  }
  std::string state_file(const std::string& text) {
    const std::string path = "/tmp/casement-state-" + std::to_string(::getpid()) + ".json";
    std::ofstream(path) << text;
    files_.push_back(path);
    return path;
  }
  void TearDown() override {
    for (const std::string& file : files_) std::filesystem::remove(file);
    SiteTest::TearDown();
  }
  std::vector<std::string> files_;
};

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Error(ErrorKind::Internal, "");
}

const ContextOptions kTraveller{.locale = "de-DE",
                                .time_zone = "Asia/Tokyo",
                                .geolocation = Geolocation{53.27, -9.05, 10},
                                .viewport_width = 390,
                                .viewport_height = 844,
                                .device_scale = 3,
                                .mobile = true,
                                .touch = true,
                                .media = {.colour_scheme = ColourScheme::Dark, .reduced_motion = true},
                                .permissions = {"notifications"},
                                .user_agent = "Traveller/1.0",
                                .extra_headers = {{"X-Role", "traveller"}}};

const auto kSaysTraveller =
    AllOf(HasSubstr("language = de-DE"), HasSubstr("number = 1.234,5"), HasSubstr("zone = Asia/Tokyo"),
          HasSubstr("dark = true"), HasSubstr("calm = true"), HasSubstr("touch = true"),
          HasSubstr("agent = Traveller/1.0"), HasSubstr("place = 53.27,-9.05"), HasSubstr("secure = true"));

TEST_F(Contexts, OptionsHoldInThePageAndInItsCrossSiteFrame) {
  const Told told = ask(user("traveller", kTraveller).page());
  EXPECT_THAT(told.page, AllOf(kSaysTraveller, HasSubstr("screen = 390x844"), HasSubstr("scale = 3"),
                               HasSubstr("notifications = granted")));
  EXPECT_THAT(told.frame, kSaysTraveller);
  for (const ServedRequest& request : site().requests()) {
    if (request.path != "/who.html") continue;
    ASSERT_NE(request.header("X-Role"), nullptr) << request.summary();
    EXPECT_EQ(*request.header("X-Role"), "traveller");
    EXPECT_EQ(*request.header("User-Agent"), "Traveller/1.0");
    EXPECT_EQ(request.header("Accept-Language")->substr(0, 5), "de-DE");
  }
}

TEST_F(Contexts, OptionsHoldInARunningChromeThatWasAttachedToo) {
  LaunchOptions launch;
  launch.host_resolver_rules = site().host_resolver_rules();
  launch.trusted_keys = {site().certificate_pin()};
  const std::string file = "/tmp/casement-keeper-" + std::to_string(::getpid());
  files_.push_back(file);
  BrowserDaemon daemon({.state_file = file, .launch = launch});
  int stop[2];
  ASSERT_EQ(::pipe2(stop, O_CLOEXEC), 0);
  const UniqueFd stopped(stop[0]);
  UniqueFd running(stop[1]);
  std::thread keeping([&] { daemon.run(stopped.get()); });
  const BrowserLease lease = lease_browser(file, Deadline::in(kContextPatience));
  for (int i = 0; i < 2; ++i) {  // who attaches again finds it as it was
    const auto attached = BrowserSession::attach(lease.endpoint, Deadline::in(kContextPatience));
    ContextSession& traveller = attached->new_context(kTraveller, Deadline::in(kContextPatience));
    const Told told = ask(page_of(traveller.new_page(Deadline::in(kContextPatience))));
    EXPECT_THAT(told.page, kSaysTraveller);
    EXPECT_THAT(told.frame, kSaysTraveller);
    EXPECT_EQ(error_of([&] {
                attached->new_context({.extra_headers = {{"Bad\n", "x"}}}, Deadline::in(kContextPatience));
              }).kind(),
              ErrorKind::Usage);
    const cdp::Connection::EngineLock lock(attached->connection());
    const Json contexts =
        attached->connection().call({"", "Target.getBrowserContexts"}, Deadline::in(kContextPatience));
    EXPECT_EQ(contexts.at("browserContextIds").size(), 1u) << contexts;
  }
  running.reset();
  keeping.join();
}

TEST_F(Contexts, OptionsHoldInAPopup) {
  Page traveller = user("traveller", kTraveller).page();
  traveller.set_default_timeout(kContextPatience);
  traveller.open("https://top.test/plain.html");
  const Told told = read(popup_of(traveller));
  EXPECT_THAT(told.page, kSaysTraveller);
  EXPECT_THAT(told.frame, kSaysTraveller);
}

TEST_F(Contexts, WithoutOptionsNothingIsEmulated) {
  const Told told = ask(page());
  EXPECT_THAT(told.page, AllOf(HasSubstr("dark = false"), HasSubstr("calm = false"), HasSubstr("touch = false"),
                               HasSubstr("place = denied 1"), HasSubstr("screen = 1280x720")));
}

TEST_F(Contexts, TheUsersLocationMayChange) {
  User& traveller = user("traveller", kTraveller);
  ask(traveller.page());
  traveller.context().set_geolocation(Geolocation{1.5, 2.5, 1}, kContextPatience);
  traveller.context().set_extra_headers({{"X-Role", "arrived"}}, kContextPatience);
  const Told told = ask(traveller.page());
  EXPECT_THAT(told.page, HasSubstr("place = 1.5,2.5"));
  EXPECT_THAT(told.frame, HasSubstr("place = 1.5,2.5"));
  EXPECT_EQ(*site().requests().back().header("X-Role"), "arrived");
}

TEST_F(Contexts, OfflineMeansThatNothingIsReached) {
  User& walker = user("walker");
  Page who = walker.page();
  ask(who);
  walker.context().set_offline(true, kContextPatience);
  EXPECT_EQ(who.evaluate("navigator.onLine"), false);
  const Error error = error_of([&] { who.open("https://top.test/plain.html"); });
  EXPECT_EQ(error.kind(), ErrorKind::Navigation);
  EXPECT_THAT(error.message(), HasSubstr("ERR_INTERNET_DISCONNECTED"));
  walker.context().set_offline(false, kContextPatience);
  who.open("https://top.test/plain.html");
  EXPECT_EQ(error_of([&] { user("hermit", {.offline = true}).page().open("https://top.test/plain.html"); }).kind(),
            ErrorKind::Navigation);
}

TEST_F(Contexts, ACertificateThatNobodyTrustsIsRefusedUnlessErrorsAreIgnored) {
  LaunchOptions options;
  options.host_resolver_rules = site().host_resolver_rules();  // and not the pin
  const auto stranger = BrowserSession::launch(options, Deadline::in(kContextPatience));
  Page strict =
      page_of(stranger->new_context({}, Deadline::in(kContextPatience)).new_page(Deadline::in(kContextPatience)));
  strict.set_default_timeout(kContextPatience);
  const Error error = error_of([&] { strict.open("https://top.test/plain.html"); });
  EXPECT_EQ(error.kind(), ErrorKind::Navigation);
  EXPECT_THAT(error.message(), HasSubstr("ERR_CERT_AUTHORITY_INVALID"));
  EXPECT_EQ(strict.open("http://top.test/plain.html").status, 200);
  Page easy = page_of(stranger->new_context({.ignore_https_errors = true}, Deadline::in(kContextPatience))
                          .new_page(Deadline::in(kContextPatience)));
  easy.set_default_timeout(kContextPatience);
  easy.open(kWho, {LoadState::Loaded});
  expect(easy).count("text \"secure = true\"", 2);
}

TEST_F(Contexts, TheFixtureSiteIsASecureContextAndPlainHttpIsNot) {
  page().open("https://top.test/plain.html");
  EXPECT_EQ(page().evaluate("isSecureContext"), true);
  EXPECT_EQ(page().evaluate("typeof crypto.subtle"), "object");
  page().open("http://top.test/plain.html");
  EXPECT_EQ(page().evaluate("isSecureContext"), false);
}

// ——— roles ———

TEST_F(Contexts, RolesHaveCookiesAndStorageOfTheirOwn) {  // V17
  Page guest = user("guest", {.default_url = "https://top.test/plain.html"}).page();
  Page clerk = user("clerk", {.base_url = "https://top.test/", .default_url = "https://top.test/plain.html"}).page();
  EXPECT_EQ(guest.title(), "Plain");
  guest.evaluate("localStorage.setItem('who', 'guest'); document.cookie = 'who=guest'");
  EXPECT_EQ(clerk.evaluate("localStorage.getItem('who')"), nullptr);
  EXPECT_EQ(clerk.evaluate("document.cookie"), "");
  EXPECT_EQ(clerk.open("/framed.html").title, "Framed");
  EXPECT_EQ(&user("guest"), &user("guest"));
}

TEST_F(Contexts, AFailedSwitchLeavesTheOldRoleInPlace) {  // V17
  users().define("guest", {.default_url = "https://top.test/plain.html"});
  users().define("broken", {.default_url = "https://top.test/dropped"});
  users().define("stateless", {.storage_state = "/nowhere/state.json"});
  users().define("lost", {.time_zone = "Mars/Olympus"});
  User& guest = users().switch_to("guest", kContextPatience);
  EXPECT_EQ(error_of([&] { users().switch_to("broken", kContextPatience); }).kind(), ErrorKind::Navigation);
  EXPECT_EQ(error_of([&] { users().switch_to("stateless", kContextPatience); }).kind(), ErrorKind::Environment);
  const Error error = error_of([&] { users().switch_to("lost", kContextPatience); });
  EXPECT_EQ(error.kind(), ErrorKind::Usage);
  EXPECT_THAT(error.message(), HasSubstr("Invalid timezone"));
  EXPECT_EQ(&users().current(), &guest);
  EXPECT_EQ(users().current().page().title(), "Plain");
  EXPECT_THAT(users().names(), testing::ElementsAre("guest"));
}

TEST_F(Contexts, OptionsThatCannotBeAreRefusedBeforeAnythingIsOpened) {
  const ContextOptions wrong[] = {
      {.geolocation = Geolocation{91, 0, 0}}, {.viewport_width = 0},
      {.permissions = {"notification"}},      {.http_credentials = {{"a", "b", "https://top.test/"}}},
      {.extra_headers = {{"X Y", "1"}}},      {.extra_headers = {{"X", "a\r\nb"}}}};
  for (const ContextOptions& options : wrong) {
    EXPECT_EQ(error_of([&] { engine_of(browser()).new_context(options, Deadline::in(kContextPatience)); }).kind(),
              ErrorKind::Usage);
  }
  EXPECT_THAT(error_of([&] { engine_of(browser()).new_context(wrong[2], Deadline::in(kContextPatience)); }).message(),
              HasSubstr("did you mean 'notifications'?"));
}

// ——— storage state ———

TEST_F(Contexts, SavedStorageIsInANewContext) {
  Page first = user("first").page();
  ask(first);
  first.evaluate("localStorage.setItem('who', 'ünï \\u2603'); document.cookie = 'who=first; max-age=3600'");
  first.open("https://other.test/guest.html");
  first.evaluate("localStorage.setItem('who', 'other')");
  first.open("https://top.test/plain.html");
  const std::string file = state_file("");
  user("first").save_storage_state(file);
  site().clear_requests();
  Page second = user("second", {.storage_state = file}).page();
  EXPECT_TRUE(site().requests().empty()) << "a real site was visited";
  EXPECT_EQ(engine_of(second).frames().main().url, "about:blank");
  second.open("https://top.test/plain.html");
  EXPECT_EQ(second.evaluate("localStorage.getItem('who')"), "ünï \u2603");
  EXPECT_EQ(second.evaluate("document.cookie"), "who=first");
  second.open("https://other.test/guest.html");
  EXPECT_EQ(second.evaluate("localStorage.getItem('who')"), "other");
}

// What BrowserTest does between two tests. A beacon, or what is sent with `keepalive`, outlives its
// context in Chrome and may still come.
TEST_F(Contexts, ARequestOfAClosedContextIsNotCountedForTheNext) {
  ContextSession* old = &engine_of(browser()).new_context({}, Deadline::in(kContextPatience));
  for (int round = 0; round < 20; ++round) {
    Page leaving = page_of(old->new_page(Deadline::in(kContextPatience)));
    leaving.open("https://top.test/plain.html", {.timeout = kContextPatience});
    leaving.evaluate(R"(for (let i = 0; i < 20; i++) {
      fetch('/late?' + i, { method: i % 3 ? 'GET' : 'POST' });
    })");
    engine_of(browser()).close_context(*old, Deadline::in(kContextPatience));
    site().reset();
    old = &engine_of(browser()).new_context({}, Deadline::in(kContextPatience));
    Page next = page_of(old->new_page(Deadline::in(kContextPatience)));
    next.open("https://top.test/plain.html", {.timeout = kContextPatience});
    for (const ServedRequest& request : site().requests()) {
      EXPECT_EQ(request.path, "/plain.html") << "in round " << round;
    }
  }
  engine_of(browser()).close_context(*old, Deadline::in(kContextPatience));
}

TEST_F(Contexts, StorageStateHasPlaywrightsFormat) {
  const std::string file = state_file(R"({
    "cookies": [{"name": "id", "value": "7", "domain": "top.test", "path": "/", "expires": 2000000000.5,
                 "httpOnly": true, "secure": true, "sameSite": "Strict"},
                {"name": "s", "value": "1", "domain": ".other.test", "path": "/x", "expires": -1,
                 "httpOnly": false, "secure": false, "sameSite": "Lax"}],
    "origins": [{"origin": "https://top.test", "localStorage": [{"name": "a", "value": "1"}]},
                {"origin": "https://never.seen.test:8443", "localStorage": [{"name": "b", "value": ""}]}]})");
  User& loaded = user("loaded", {.storage_state = file});
  const nlohmann::json state = loaded.context().storage_state(kContextPatience);
  ASSERT_EQ(state.at("cookies").size(), 2u);
  for (const auto& cookie : state.at("cookies")) {
    if (cookie.at("name") == "s") {
      EXPECT_EQ(cookie, (nlohmann::json{{"name", "s"},
                                        {"value", "1"},
                                        {"domain", ".other.test"},
                                        {"path", "/x"},
                                        {"expires", -1},
                                        {"httpOnly", false},
                                        {"secure", false},
                                        {"sameSite", "Lax"}}));
    } else {
      EXPECT_EQ(cookie.at("httpOnly"), true);
      EXPECT_EQ(cookie.at("sameSite"), "Strict");
      EXPECT_GT(cookie.at("expires").get<double>(), 0);
    }
  }
  EXPECT_EQ(state.at("origins"),
            nlohmann::json::parse(
                R"([{"origin": "https://never.seen.test:8443", "localStorage": [{"name": "b", "value": ""}]},
                                      {"origin": "https://top.test", "localStorage": [{"name": "a", "value": "1"}]}])"));
  EXPECT_EQ(loaded.context().pages().size(), 1u);  // what it was read through is gone
}

TEST_F(Contexts, CookiesThatChromeRefusesAreAnErrorOfTheFile) {
  const std::string file = state_file(R"({"cookies": [{"name": "a", "value": "b;c", "domain": "x.test"}]})");
  const Error error = error_of([&] { user("bad", {.storage_state = file}); });
  EXPECT_EQ(error.kind(), ErrorKind::Usage);
  EXPECT_THAT(error.message(), HasSubstr(file));
}

}  // namespace
