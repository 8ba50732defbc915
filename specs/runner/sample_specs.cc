// Tests that pass and fail in every way; runner/fixtures_spec.cc runs them one by one.
#include <casement/testing.h>
#include <signal.h>

#include <cstdlib>
#include <stdexcept>

#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"

namespace {

using namespace casement;

class Sample : public SiteTest<"shop"> {};

TEST_F(Sample, Passes) {
  page().open("http://shop.test/");
}

TEST_F(Sample, Fails) {
  page().open("http://shop.test/");
  page().evaluate("console.error('something broke')");
  page().click(R"(button "Pay")", {.timeout = std::chrono::milliseconds(4000)});
  EXPECT_EQ(page().text("css=h1"), "Coffee shop");
}

TEST_F(Sample, ClicksAMissingButton) {
  page().open("http://shop.test/");
  page().click(R"(button "Pay now")", {.timeout = std::chrono::milliseconds(300)});
}

TEST_F(Sample, FailsWithARouteThatNoRequestUses) {
  page().network().route("http://shop.test/indx", RouteAnswer::text("Tea"));
  page().open("http://shop.test/index.html");
  page().click(R"(button "Pay now")", {.timeout = std::chrono::milliseconds(300)});
}

TEST_F(Sample, OpensAHostThatItsSiteDoesNotHave) {
  page().open("http://shopp.test/");
}

TEST_F(Sample, ExpectsMissingElements) {
  page().open("http://shop.test/");
  EXPECT_THAT(page(), Shows(R"(heading "Tea shops")"));
  EXPECT_THAT(page(), Eventually(HasText("css=h1", testing::HasSubstr("Coffee")), std::chrono::milliseconds(200)));
  EXPECT_THAT(page(), MatchesSnapshot("- heading \"Coffee shop\""));
  soft(page()).within(std::chrono::milliseconds(200)).shows(R"(button "Pay now")");
  expect(page()).within(std::chrono::milliseconds(200)).shows(R"(button "Pay now")");
}

TEST_F(Sample, MeetsABadText) {
  page().open("http://shop.test/");
  page().evaluate(R"(document.querySelector("h1").textContent = "bad \ud800 \ufffe \u0001 end")");
  EXPECT_EQ(page().text("css=h1"), "good");
  soft(page()).within(std::chrono::milliseconds(200)).shows(R"(text "other")");
  EXPECT_THAT(page(), Shows(R"(heading "bad")"));
  page().click(R"(heading "bad end")", {.timeout = std::chrono::milliseconds(200)});
}

TEST_F(Sample, FailsOnALongPage) {
  page().open("http://shop.test/");
  page().evaluate("document.body.innerHTML = '<p>line</p>'.repeat(200)");
  FAIL();
}

TEST_F(Sample, RolesShareNothing) {
  page().open("http://shop.test/");
  page().evaluate("document.cookie = 'who=me'");
  Page& clerk = user("clerk").page();
  clerk.open("http://shop.test/");
  EXPECT_EQ(clerk.evaluate("document.cookie"), "");
  EXPECT_EQ(page().evaluate("document.cookie"), "who=me");
  EXPECT_EQ(&user("clerk").page(), &clerk);
  EXPECT_NE(&user("guest").page(), &clerk);
}

TEST_F(Sample, FailsBesideAProgram) {
  const Process shop("sh", {.arguments = {"-c", "echo 'the table is locked, key=sugar-and-milk'; exec sleep 1000"},
                            .name = "shop",
                            .ready_line = "locked",
                            .secrets = {"sugar-and-milk"}});
  page().open("http://shop.test/");
  FAIL() << "no tea";
}

TEST_F(Sample, UsesAProgramBetweenSteps) {
  Process shop("sh", {.arguments = {"-c",
                                    "trap 'echo restocked, key=sugar-and-milk' USR1; echo up; "
                                    "while :; do sleep 0.01; done"},
                      .name = "shop",
                      .ready_line = "up",
                      .secrets = {"sugar-and-milk"}});
  page().open("http://shop.test/");
  EXPECT_EQ(page().text("css=h1"), "Tea shop");
  ::kill(shop.id(), SIGUSR1);
  shop.wait_for_line("restocked");
  page().text("css=h1");
}

TEST_F(Sample, ARoleFails) {
  user("clerk").page().open("http://shop.test/");
  FAIL() << "the clerk is ill";
}

TEST_F(Sample, FailsInBetween) {
  page().open("http://shop.test/");
  page().evaluate("document.body.style.background = 'rgb(200, 0, 0)'");
  EXPECT_EQ(page().text("css=h1"), "Coffee shop");
  soft(page()).within(std::chrono::milliseconds(100)).shows(R"(button "Pay now")");
  page().evaluate("document.body.style.background = 'rgb(0, 200, 0)'");
  Page& clerk = user("clerk").page();
  clerk.open("http://shop.test/");
  clerk.evaluate("document.body.style.background = 'rgb(0, 0, 200)'");
  EXPECT_EQ(clerk.text("css=h1"), "Office");
  page().title();
  FAIL() << "no tea";
}

TEST_F(Sample, FailsInAPopup) {
  page().open("http://shop.test/");
  auto popup = page().next_popup();
  page().evaluate("open('about:blank', 'help'), 0");
  Page help = popup.get();
  EXPECT_EQ(help.title(), "Help");
}

TEST_F(Sample, LooksOtherwise) {
  page().open("data:text/html,<h1>Tea shop</h1>");  // no frame that may come behind the picture
  page().evaluate(std::string("document.body.style.background = '") + std::getenv("SAMPLE_COLOUR") + "'");
  soft(page()).within(std::chrono::seconds(4)).screenshot(std::getenv("SAMPLE_PICTURE"));
  expect(page()).within(std::chrono::seconds(4)).screenshot(std::getenv("SAMPLE_PICTURE"));
}

TEST_F(Sample, HasAWindow) {
  EXPECT_EQ(page().evaluate("/Headless/.test(navigator.userAgent)"), false);
}

// Its line is told of whatever fails in it.
void pay(Page& shop, std::source_location where = std::source_location::current()) {
  const Step paying("pay", where);
  shop.click(R"(button "Pay now")", {.timeout = std::chrono::milliseconds(300)});  // the line
}

TEST_F(Sample, RecordsItsSteps) {
  RecordProperty("ticket", "SHOP-12 <b>");
  page().open("http://shop.test/");
  const std::string heading = step("look at the shop", [&] {
    attach("seen.json", R"({"tea": 2})", "application/json");
    return step("read its heading", [&] { return page().text("css=h1"); });
  });
  EXPECT_EQ(heading, "Tea shop");
  expect(page()).never().poll("it to be coffee", [&] { return page().text("css=h1") == "Coffee shop"; });
  page().fill(R"(textbox "Voucher")", "very secret");
  pay(page());
}

TEST_F(Sample, FailsInAStep) {
  page().open("http://shop.test/");
  step("count the teas", [&] { EXPECT_EQ(page().text("css=h1"), "Coffee shop"); });
  step("go on", [&] { page().title(); });
}

TEST_F(Sample, ThrowsAForeignException) {
  page().open("http://shop.test/");  // the last call
  throw std::out_of_range("no third cup");
}

TEST(Bare, ThrowsBeforeAnyCall) {
  throw std::out_of_range("no first cup");
}

struct NoCups : testing::Test {
  NoCups() { throw std::out_of_range("no cups"); }
};
TEST_F(NoCups, AreThere) {}

TEST_F(Sample, Pauses) {
  page().pause();
}

TEST_F(Sample, DISABLED_IsLeftOut) {
  FAIL();
}

TEST_F(Sample, Skips) {
  GTEST_SKIP() << "no kettle";
}

class NoSuchSite : public SiteTest<"shoop"> {};
TEST_F(NoSuchSite, Opens) {
  page().open("http://shop.test/");
}

class DISABLED_Shut : public testing::Test {};
TEST_F(DISABLED_Shut, IsLeftOut) {
  FAIL();
}

class Leaks : public SiteTest<"shop"> {};

const BrowserSession* browser_of_the_first = nullptr;

TEST_F(Leaks, TheFirstTestChangesEverySetting) {
  browser_of_the_first = &engine_of(browser());
  page().open("http://shop.test/");
  page().evaluate("document.cookie = 'who=first'; localStorage.setItem('a', '1')");
  page().set_clipboard("of the first");
  page().network().route("*", RouteAnswer::abort());
  page().dialogs().accept();
  context().set_offline(true, std::chrono::seconds(10));
  page().set_default_timeout(std::chrono::milliseconds(1));
  site().route("shop.test", "/", answers_text("", 500));
}

TEST_F(Leaks, TheSecondTestHasTheDefaults) {
  EXPECT_TRUE(site().requests().empty());
  EXPECT_EQ(page().open("http://shop.test/").status, 200);
  EXPECT_EQ(page().evaluate("document.cookie + localStorage.length"), "0");
  EXPECT_GE(page().default_timeout(), std::chrono::milliseconds(5000));  // more on a busy machine
  EXPECT_EQ(page().clipboard(), "");
  EXPECT_EQ(page().evaluate("confirm('Really?')"), false);
  EXPECT_EQ(page().evaluate("navigator.onLine"), true);
  // One Chrome for the program, where both tests run in it.
  if (browser_of_the_first != nullptr) {
    EXPECT_EQ(&engine_of(browser()), browser_of_the_first);
  }
}

class Ends : public SiteTest<"shop"> {};

TEST_F(Ends, ATestKillsItsBrowser) {
  browser().kill();
  page().open("http://shop.test/");
}

TEST_F(Ends, TheNextTestHasANewBrowser) {
  page().open("http://shop.test/");
}

TEST_F(Ends, ATestNeverEndsByItself) {
  page().open("http://shop.test/");
  page().evaluate("new Promise(() => {})", {std::chrono::minutes(10)});
}

CASEMENT_FLOW_TEST("../consumers/shop/flows");
CASEMENT_FLOW_TEST("../flows/bad/parts/unknown_step.flow.yaml");
CASEMENT_FLOW_TEST("no_such_folder");

// What casement.yaml says of a program.
[[maybe_unused]] const bool kServers = std::getenv("SAMPLE_SERVERS") != nullptr && start_project_servers();

class OfProject : public BrowserTest {};

TEST_F(OfProject, BeginsAtTheBaseUrl) {
  page().open("/");
  EXPECT_THAT(page(), Shows(R"(heading "Here")"));
  EXPECT_EQ(page().evaluate("/Mobile/.test(navigator.userAgent)"), true);
  EXPECT_EQ(user("clerk").page().evaluate("/Mobile/.test(navigator.userAgent)"), true);
  EXPECT_EQ(
      user("boss", {.locale = "fr-FR"}).page().evaluate("navigator.language + /Mobile/.test(navigator.userAgent)"),
      "fr-FRtrue");
}

class UsersOfProject : public UserTest<> {
 protected:
  UsersOfProject() { define_user("boss", {.locale = "fr-FR"}); }
};

TEST_F(UsersOfProject, HaveItsOptions) {
  define_user("clerk");
  for (const char* const name : {"boss", "clerk"}) {
    as(name);
    page().open("/");
    EXPECT_EQ(page().evaluate("/Mobile/.test(navigator.userAgent)"), true);
  }
  EXPECT_EQ(page("boss").evaluate("navigator.language"), "fr-FR");
}

// What 'setup' of casement.yaml prepares.
[[maybe_unused]] const bool kSetUp = std::getenv("SAMPLE_SETUP") != nullptr && run_project_setup();

class SignedIn : public SiteTest<"shop"> {
 protected:
  SignedIn() { set_context_options({.storage_state = run_file("state.json")}); }
};

TEST_F(SignedIn, StateComesFromTheFlowOfSetup) {
  page().open("http://shop.test/");
  EXPECT_EQ(page().evaluate("localStorage.getItem('user')"), "ada");
}

class OpensInSetUp : public SignedIn {
 protected:
  void SetUp() override {
    SignedIn::SetUp();
    page().open("http://shop.test/");
  }
};

TEST_F(OpensInSetUp, TheShop) {
  expect(page()).url("http://shop.test/");
}

class ByProject : public SiteTest<"shop"> {};

TEST_F(ByProject, IsSignedInAndAGuestIsNot) {
  page().open("http://shop.test/");
  EXPECT_EQ(page().evaluate("localStorage.getItem('user')"), "ada");
  Page& guest = user("guest", {.storage_state = ""}).page();
  guest.open("http://shop.test/");
  EXPECT_EQ(guest.evaluate("localStorage.getItem('user')"), nullptr);
}

class SignedOut : public SiteTest<"shop"> {
 protected:
  SignedOut() { set_context_options({.storage_state = ""}); }
};

TEST_F(SignedOut, BeginsWithoutTheStateOfTheProject) {
  page().open("http://shop.test/");
  EXPECT_EQ(page().evaluate("localStorage.getItem('user')"), nullptr);
}

TEST(RunFile, StaysInTheOutputFolder) {
  EXPECT_THAT(run_file("deep/../a.json"), testing::EndsWith("/files/a.json"));
  EXPECT_THROW(run_file("../a.json"), Error);
  EXPECT_THROW(run_file("/tmp/a.json"), Error);
}

class Plain : public BrowserTest {};

TEST_F(Plain, ShowsACode) {
  const char* const code = std::getenv("SAMPLE_CODE");
  const std::string shown = code == nullptr ? "none" : code;
  page().open("data:text/html,<h1></h1>");
  page().evaluate("document.querySelector('h1').textContent = '" + shown + "', console.error('" + shown + "')");
  EXPECT_EQ(page().text("css=h1"), "nothing");
}

// In a browser that was not started with the hosts of a site.
class Elsewhere : public BrowserTest {};

TEST_F(Elsewhere, Passes) {
  page().open("data:text/html,<h1>Here</h1>");
  EXPECT_EQ(page().text("css=h1"), "Here");
}

TEST_F(Elsewhere, FailsByItself) {
  page().open("data:text/html,<h1>Here</h1>");
  EXPECT_EQ(page().text("css=h1"), "There");
}

TEST_F(Elsewhere, NeverEndsByItself) {
  page().open("data:text/html,<h1>cut-here</h1>");
  page().evaluate("new Promise(() => {})", {std::chrono::minutes(10)});
}

// Flows that a spec has written.
[[maybe_unused]] const int kWritten = [] {
  const char* const folder = std::getenv("SAMPLE_FLOWS");
  return folder == nullptr ? 0 : register_flow_tests(__FILE__, __LINE__, folder);
}();

}  // namespace
