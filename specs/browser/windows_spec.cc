// What a page does to the world around it: dialogs, windows, downloads, and requests that a route
// answers; in frames of other sites as well.
#include <casement/testing.h>

#include <regex>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::chrono::seconds kWindowPatience{30};

class Windows : public SiteTest<"network"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().set_default_timeout(kWindowPatience);
  }
  void await(const std::function<bool(PageSession&)>& done) {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    if (target.connection().pump_until([&] { return done(target); }, Deadline::in(kWindowPatience))) return;
    ADD_FAILURE() << "it did not come; the last messages:";
    for (const std::string& line : target.connection().log().last(60)) std::cerr << line << '\n';
  }
  void crash() {
    const cdp::Connection::EngineLock lock(engine_of(page()).connection());
    engine_of(page()).connection().send({engine_of(page()).session(), "Page.crash", Json::object(), nullptr});
  }
  Page first_popup() {
    await([](PageSession& target) {
      return !target.popups().entries().empty() && target.popups().entries()[0].page->usable();
    });
    Page popup = page().popups().at(0);
    popup.set_default_timeout(kWindowPatience);
    return popup;
  }
};

ErrorKind kind_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorKind::Internal;
}

// ——— dialogs ———

TEST_F(Windows, DialogsAreDeclinedByDefault) {
  page().open("http://top.test/dialogs.html");
  page().click("button \"Confirm\"");
  expect(page()).shows("text \"confirm: false\"");
  page().click("button \"Prompt\"");
  expect(page()).shows("text \"prompt: null\"");
  EXPECT_THAT(page().dialogs().texts(), ElementsAre("confirm: Sure?", "prompt: Who?"));
  EXPECT_FALSE(page().dialogs().all()[0].accepted);
}

TEST_F(Windows, APromptIsAcceptedWithTheTextThatWasGiven) {
  page().dialogs().accept("Ada \"L\" ünï");
  page().open("http://top.test/dialogs.html");
  page().click("button \"Prompt\"");
  expect(page()).text("css=#said", TextPattern::exact("prompt: Ada \"L\" ünï"));
  EXPECT_EQ(page().dialogs().all().at(0).prompt_text, "Ada \"L\" ünï");
  EXPECT_EQ(page().dialogs().all().at(0).default_prompt, "Nobody");
  page().dialogs().accept();
  page().click("button \"Prompt\"");
  expect(page()).text("css=#said", TextPattern::exact("prompt: Nobody"));
  page().dialogs().dismiss();
  page().click("button \"Prompt\"");
  expect(page()).text("css=#said", TextPattern::exact("prompt: null"));
}

TEST_F(Windows, AHandlerSeesEachDialog) {
  page().dialogs().answer(
      [](const DialogRecord& dialog) { return DialogAnswer{dialog.type == "confirm" && dialog.message == "Sure?"}; });
  page().open("http://top.test/dialogs.html");
  page().click("button \"Confirm\"");
  expect(page()).shows("text \"confirm: true\"");
}

TEST_F(Windows, AHandlerThatThrowsOrWaitsDeclinesAndIsReported) {
  page().dialogs().answer([](const DialogRecord&) -> DialogAnswer { throw std::runtime_error("no idea"); });
  page().open("http://top.test/dialogs.html");
  page().click("button \"Confirm\"");
  expect(page()).shows("text \"confirm: false\"");
  page().dialogs().answer([this](const DialogRecord&) {
    page().evaluate("1");  // would wait for a page that waits for the answer
    return DialogAnswer{true};
  });
  page().click("button \"Prompt\"");
  expect(page()).shows("text \"prompt: null\"");
  const std::vector<std::string> errors = page().network().handler_errors();
  ASSERT_THAT(errors, SizeIs(2));
  EXPECT_THAT(errors[0], AllOf(HasSubstr("no idea"), HasSubstr("Sure?")));
  EXPECT_THAT(errors[1], HasSubstr("a reducer tried to wait"));
  engine_of(page()).notes().handler_errors.clear();  // else they would fail this test, as they should
}

TEST_F(Windows, ADialogOfACrossSiteFrameIsAnsweredAndNamesItsFrame) {
  page().dialogs().accept();
  page().open("http://top.test/dialogs.html", {LoadState::Loaded});
  page().click("button \"Guest's confirm\"");
  expect(page()).shows("text \"guest confirm: true\"");
  EXPECT_EQ(page().dialogs().all().at(0).message, "Guest, sure?");
}

TEST_F(Windows, FiftyDialogsInARowAreAllAnswered) {
  page().open("http://top.test/dialogs.html");
  page().click("button \"Fifty\"");
  expect(page()).shows("text \"all fifty\"");
  EXPECT_THAT(page().dialogs().texts(), SizeIs(50));
  EXPECT_EQ(page().dialogs().texts().back(), "alert: No 49");
}

TEST_F(Windows, LeavingIsAllowedByDefault) {
  page().open("http://top.test/dialogs.html");
  page().click("button \"Hold on\"");
  page().open("http://top.test/plain.html");
  EXPECT_EQ(page().title(), "Plain");
  EXPECT_THAT(page().dialogs().texts(), ElementsAre("beforeunload: "));
}

TEST_F(Windows, AHandlerMayRefuseToLeave) {
  page().open("http://top.test/dialogs.html");
  page().click("button \"Hold on\"");
  page().dialogs().answer([](const DialogRecord&) { return DialogAnswer{false}; });
  EXPECT_EQ(kind_of([&] { page().open("http://top.test/plain.html"); }), ErrorKind::Navigation);
  EXPECT_EQ(page().url(), "http://top.test/dialogs.html");
  page().dialogs().dismiss();  // which allows leaving
  page().open("http://top.test/plain.html");
  EXPECT_EQ(page().title(), "Plain");
}

// ——— windows ———

TEST_F(Windows, APopupIsAPageOfItsOwnWithItsFrames) {
  page().open("http://top.test/windows.html");
  page().click("button \"Open\"");
  Page popup = first_popup();
  expect(popup).shows("button \"Guest's button\"");
  EXPECT_EQ(popup.url(), "http://top.test/framed.html");
  EXPECT_EQ(engine_of(popup).opener(), engine_of(page()).id());
  EXPECT_FALSE(popup.closed());
  popup.close();
  EXPECT_TRUE(popup.closed());
  EXPECT_EQ(kind_of([&] { popup.click("button \"Guest's button\"", {.timeout = kWindowPatience}); }),
            ErrorKind::SessionClosed);
  EXPECT_EQ(page().title(), "Windows");
}

TEST_F(Windows, APopupWithoutOpenerIsKnownToo) {
  page().open("http://top.test/windows.html");
  page().click("link \"Apart\"");
  expect(first_popup()).shows("heading \"Framed\"");
}

TEST_F(Windows, AFramesPopupBelongsToThePage) {
  page().open("http://top.test/windows.html", {LoadState::Loaded});
  page().click("button \"Guest's open\"");
  expect(first_popup()).shows("heading \"Plain\"");
}

TEST_F(Windows, APopupBeginsWithItsOpenersDialogsAndRoutes) {
  page().dialogs().accept();
  page().network().route(
      "*/framed.html",
      RouteAnswer::fulfil({200, {}, "<script>document.title = confirm('In the popup?')</script>", "text/html"}));
  page().open("http://top.test/windows.html");
  page().click("button \"Open\"");
  Page popup = first_popup();
  expect(popup).title(TextPattern::exact("true"));
  EXPECT_THAT(popup.dialogs().texts(), ElementsAre("confirm: In the popup?"));
}

// ——— routes ———

TEST_F(Windows, ARouteAnswersForAFrameOfAnotherSite) {
  page().network().route("http://api.test/*", RouteAnswer::json({{"left", 3}}));
  page().open("http://top.test/fetches.html", {LoadState::Loaded});
  page().click("button \"Guest's ask\"");
  expect(page()).text("css=#guest_said in iframe \"Guest\"", TextPattern::exact("200 {\"left\":3}"));
  // With the browser's own question before it, which no server sees either.
  page().click("button \"Ask\"");
  expect(page()).shows("text \"200 {\\\"left\\\":3}\" #2");
  for (const ServedRequest& request : site().requests()) EXPECT_NE(request.host, "api.test");
}

TEST_F(Windows, ARouteSeesTheRequestAndMayChangeIt) {
  std::string seen;
  page().network().route("*/answer", [&](const RouteRequest& request) {
    seen = request.method + " " + request.body + " " + request.header("content-type") + " " + request.resource_type;
    return RouteAnswer::proceed({.set_headers = {{"X-Casement", "was here"}}});
  });
  page().open("http://top.test/fetches.html");
  page().evaluate("ask('/answer', 'POST')");
  EXPECT_EQ(seen, "POST {\"who\":\"page\"} application/json xhr");
  const ServedRequest request = site().wait_for_request("top.test", "/answer", kWindowPatience);
  ASSERT_NE(request.header("X-Casement"), nullptr);
  EXPECT_EQ(*request.header("X-Casement"), "was here");
}

TEST_F(Windows, AnAbortedRequestFailsAndNamesTheRoute) {
  page().network().route("*/answer", RouteAnswer::abort("connectionrefused"));
  page().open("http://top.test/fetches.html");
  page().evaluate("ask('http://api.test/answer')");
  expect(page()).shows("text \"failed: Failed to fetch\"");
  await([](PageSession& target) {
    return target.network().log().find_since(0, [](const RequestRecord& one) {
      return one.url == "http://api.test/answer" && one.ended();
    }) != nullptr;
  });
  const auto failed = page().network().failed_requests();
  ASSERT_THAT(failed, SizeIs(1));
  EXPECT_EQ(failed[0].failure, "net::ERR_CONNECTION_REFUSED (aborted by the route */answer)");
}

TEST_F(Windows, APageThatCrashesDuringARoutedRequestComesBack) {
  page().network().route("*/held", RouteAnswer::text("at last").after(std::chrono::milliseconds(300)));
  page().open("http://top.test/plain.html");
  auto response = page().next_response("*/held");
  auto request = page().next_request("*/held");
  page().evaluate("void fetch('/held')");
  (void)request.get(kWindowPatience);
  crash();
  EXPECT_EQ(kind_of([&] { page().evaluate("1"); }), ErrorKind::TargetCrashed);
  EXPECT_EQ(kind_of([&] { response.get(kWindowPatience); }), ErrorKind::TargetCrashed);
  page().open("http://top.test/plain.html");
  EXPECT_EQ(page().evaluate("fetch('/held').then(r => r.text())"), "at last");
  EXPECT_THAT(page().network().handler_errors(), IsEmpty());
}

TEST_F(Windows, APageThatCrashesAtItsDialogIsReportedAndComesBack) {
  page().open("http://top.test/dialogs.html");
  page().dialogs().answer([this](const DialogRecord&) {
    crash();
    return DialogAnswer{true};
  });
  try {
    page().click("button \"Confirm\"");  // which may be through with it before the crash
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::TargetCrashed) << error.full_text();
  }
  EXPECT_EQ(kind_of([&] { (void)page().snapshot(); }), ErrorKind::TargetCrashed);
  EXPECT_THAT(page().dialogs().texts(), ElementsAre("confirm: Sure?"));
  page().dialogs().accept();
  page().open("http://top.test/dialogs.html");
  page().click("button \"Confirm\"");
  expect(page()).shows("text \"confirm: true\"");
  EXPECT_THAT(page().network().handler_errors(), IsEmpty());
}

TEST_F(Windows, ADelayHoldsOnlyItsOwnRequestUp) {
  page().network().route("*/slow", RouteAnswer::text("slow").after(std::chrono::hours(1)));
  page().network().route("*/late", RouteAnswer::text("late").after(Milliseconds{200}));
  page().open("http://top.test/fetches.html");
  page().evaluate("void ask('/slow')");
  page().evaluate("ask('/late')");  // awaited by Chrome, with nobody pumping in between
  expect(page()).shows("text \"200 late\"");
}

TEST_F(Windows, TheNewestRouteIsAskedFirstAndMayPassOn) {
  page().network().route("*/answer", RouteAnswer::text("first"));
  page().network().route("*", [](const RouteRequest& request) {
    return request.url.ends_with("/answer?mine") ? RouteAnswer::text("second") : RouteAnswer::next();
  });
  page().open("http://top.test/fetches.html");
  page().evaluate("ask('/answer?mine')");
  expect(page()).shows("text \"200 second\"");
  page().evaluate("ask('/answer')");
  expect(page()).shows("text \"200 first\"");
  EXPECT_TRUE(page().network().unroute("*/answer"));
  EXPECT_FALSE(page().network().unroute("*/answer"));
  page().evaluate("ask('http://api.test/answer')");
  expect(page()).shows("text \"200 {\\\"ok\\\":true}\"");
}

TEST_F(Windows, AHandlerThatThrowsFailsItsRequestAndIsReported) {
  page().network().route("*/answer", [](const RouteRequest&) -> RouteAnswer { return RouteAnswer::abort("bored"); });
  page().open("http://top.test/fetches.html");
  page().evaluate("ask('/answer')");
  expect(page()).shows("text \"failed: Failed to fetch\"");
  ASSERT_THAT(page().network().handler_errors(), SizeIs(1));
  EXPECT_THAT(page().network().handler_errors()[0], AllOf(HasSubstr("the route */answer threw"), HasSubstr("'bored'")));
  engine_of(page()).notes().handler_errors.clear();
  page().network().unroute();
  page().evaluate("ask('/fetches.js')");
  expect(page()).shows("text /^200 const ask/");
}

TEST_F(Windows, ADocumentOfACrossSiteFrameCanBeRoutedToo) {
  page().network().route("http://other.test/guest.html",
                         RouteAnswer::fulfil({200, {}, "<h1>Not the guest</h1>", "text/html"}));
  page().open("http://top.test/framed.html");
  expect(page()).shows("heading \"Not the guest\" in iframe \"Guest\"");
}

TEST_F(Windows, BadRoutesAreRefused) {
  EXPECT_EQ(kind_of([&] { page().network().route("", RouteAnswer::text("x")); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([] { RouteAnswer::abort("timeout"); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([] { RouteAnswer::text("x", 99); }), ErrorKind::Usage);
}

// ——— archive ———

TEST_F(Windows, TheArchiveIsWhatTheFormatAsksFor) {  // HAR 1.2
  page().network().record_har();
  page().open("http://top.test/fetches.html?a=1&b=two+words%21", {LoadState::Loaded});
  page().evaluate("ask('/answer', 'POST')");
  engine_of(page()).navigator().loads().await_network_idle(Milliseconds{50}, Deadline::in(kWindowPatience));
  const nlohmann::json log = page().network().har().at("log");
  EXPECT_EQ(log.at("version"), "1.2");
  EXPECT_TRUE(log.at("creator").at("name").is_string() && log.at("creator").at("version").is_string());
  EXPECT_TRUE(log.at("pages").at(0).at("pageTimings").is_object());
  ASSERT_GE(log.at("entries").size(), 4u);
  for (const auto& entry : log.at("entries")) {
    EXPECT_TRUE(std::regex_match(entry.at("startedDateTime").get<std::string>(),
                                 std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)")));
    EXPECT_EQ(entry.at("pageref"), log.at("pages").at(0).at("id"));
    EXPECT_GE(entry.at("time").get<double>(), 0);
    for (const char* key : {"method", "url", "httpVersion"}) EXPECT_TRUE(entry.at("request").at(key).is_string());
    for (const char* key : {"cookies", "headers", "queryString"}) EXPECT_TRUE(entry.at("request").at(key).is_array());
    for (const char* key : {"statusText", "httpVersion", "redirectURL"})
      EXPECT_TRUE(entry.at("response").at(key).is_string());
    for (const char* key : {"cookies", "headers"}) EXPECT_TRUE(entry.at("response").at(key).is_array());
    EXPECT_TRUE(entry.at("response").at("content").at("size").is_number_integer());
    EXPECT_TRUE(entry.at("response").at("content").at("mimeType").is_string());
    for (const char* key : {"send", "wait", "receive"}) EXPECT_GE(entry.at("timings").at(key).get<double>(), 0);
    EXPECT_TRUE(entry.at("cache").is_object());
  }
  const auto& first = log.at("entries").at(0);
  EXPECT_EQ(first.at("request").at("queryString").at(1).at("value"), "two words!");
  EXPECT_EQ(first.at("response").at("status"), 200);
  const auto posted = std::find_if(log.at("entries").begin(), log.at("entries").end(),
                                   [](const auto& one) { return one.at("request").at("method") == "POST"; });
  ASSERT_NE(posted, log.at("entries").end());
  EXPECT_EQ(posted->at("request").at("postData").at("text"), "{\"who\":\"page\"}");
  EXPECT_EQ(posted->at("request").at("postData").at("mimeType"), "application/json");
}

}  // namespace
