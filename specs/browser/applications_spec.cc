// Pages of a Chrome that somebody else has started: an application's. The host here is a Chrome of this machine,
// started as a program that knows nothing of Casement; specs/browser/qt_applications_spec.cc has others.
#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/servers/application.h"

#include <casement/casement.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "casement/browser/page/page_session.h"
#include "casement/process/find_chrome.h"
#include "casement/servers/process.h"
#include "casement/site/site_server.h"

namespace casement {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

constexpr std::chrono::seconds kAppPatience{30};

Deadline soon() {
  return Deadline::in(kAppPatience);
}

Error error_from(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorKind::Internal, "nothing was thrown");
}

class Applications : public testing::Test {
 protected:
  ~Applications() override { std::filesystem::remove_all(profile_); }

  ApplicationOptions showing(std::vector<std::string> urls) {
    ApplicationOptions options{.arguments = {"--remote-debugging-port={debugging_port}", "--user-data-dir=" + profile_,
                                             "--host-resolver-rules=" + site_.host_resolver_rules(), "--no-sandbox",
                                             "--window-size=900,700"}};
    for (std::string& url : urls) options.arguments.push_back(std::move(url));
    return options;
  }
  Page window_of(const Browser& browser, std::string_view title_or_url) {
    Page page = browser.find_page(title_or_url, kAppPatience);
    page.set_default_timeout(kAppPatience);
    return page;
  }

  SiteServer site_{CASEMENT_SOURCE_DIR "/pages/network"};
  std::string profile_ = "/tmp/casement-application-" + std::to_string(::getpid());
  std::string program_ = find_browser().path;
};

TEST_F(Applications, ShowPagesThatAreOrdinaryOnes) {
  Application application(program_, showing({"http://top.test/windows.html"}));
  Page page = window_of(application.browser(), "Windows");
  EXPECT_EQ(page.title(), "Windows");
  const std::string text = page.snapshot().text();
  EXPECT_THAT(text, AllOf(HasSubstr("button \"Open\""), HasSubstr("iframe \"Guest\"")));
  page.open("http://top.test/plain.html");
  EXPECT_THAT(page.url(), HasSubstr("plain.html"));
}

// A headless Chrome of our own has none.
TEST_F(Applications, HaveScrollBarsAndWhatIsBehindThemIsClicked) {
  Application application(program_, showing({"http://top.test/plain.html"}));
  Page page = window_of(application.browser(), "*plain.html");
  page.open("http://top.test/plain.html");
  page.evaluate(R"js(new Promise(done => {
    document.body.innerHTML = "<iframe width=280 height=140 srcdoc='<iframe width=280 height=140></iframe>'></iframe>";
    frames[0].frameElement.onload = () => {
      const inner = frames[0].frames[0].document;
      inner.body.innerHTML = "<button style='position: absolute; top: 110px; height: 16px'>Deep</button>";
      inner.querySelector("button").onclick = () => { window.clicked = true; };
      done();
    };
  }))js");
  page.click("button \"Deep\"");
  EXPECT_EQ(page.evaluate("window.clicked"), JsonValue(true));
  EXPECT_GT(page.evaluate("frames[0].innerHeight - frames[0].document.documentElement.clientHeight").get<int>(), 0);
}

TEST_F(Applications, OpenWindowsThatComeAsPopups) {
  Application application(program_, showing({"http://top.test/windows.html"}));
  Page page = window_of(application.browser(), "*top.test/windows*");
  auto popup = page.next_popup();
  page.click("button \"Open\"");
  Page opened = popup.get();
  expect(opened).url("http://top.test/framed.html");
  EXPECT_EQ(window_of(application.browser(), "*framed.html").url(), opened.url());
}

TEST_F(Applications, AreAskedForAPageThatIsThereOnce) {
  Application application(program_, showing({"http://top.test/windows.html"}));
  const Error missing = error_from(
      [&] { engine_of(application.browser()).find_page("Orders", Deadline::in(std::chrono::milliseconds(300))); });
  EXPECT_EQ(missing.kind(), ErrorKind::NotFound) << missing.what();
  Page page = window_of(application.browser(), "Windows");
  auto popup = page.next_popup();
  page.click("button \"Open\"");
  popup.get();
  const Error several = error_from(
      [&] { engine_of(application.browser()).find_page("*", Deadline::in(std::chrono::milliseconds(300))); });
  EXPECT_EQ(several.kind(), ErrorKind::Ambiguous);
  EXPECT_THAT(several.trail(), Contains(HasSubstr("\"Windows\" at http://top.test/windows.html")));
}

TEST_F(Applications, GoOnUnchangedAfterTheSession) {
  Application application(program_, showing({"http://top.test/windows.html"}));
  const auto width = [&](Page& page) { return page.evaluate("innerWidth").get<int>(); };
  Page before = window_of(application.browser(), "Windows");
  const int own_width = width(before);
  before.evaluate("window.kept = 'by the application'");
  {
    const auto guest = BrowserSession::adopt(application.endpoint(), soon());
    Page page = page_of(guest->find_page("Windows", soon()));
    EXPECT_EQ(width(page), own_width) << "nothing is overridden without a word";
    ContextSession& context = *guest->find_page("Windows", soon()).environment().context;
    context.set_viewport(500, 400, soon());
    context.set_media({.type = "print"}, soon());
    page.network().route("*",
                         [](const RouteRequest&) { return RouteAnswer::fulfil({200, {}, "routed", "text/plain"}); });
    EXPECT_EQ(width(page), 500);
    EXPECT_EQ(page.evaluate("fetch('/plain.html').then(r => r.text())"), JsonValue("routed"));
  }
  // Chrome hands a session's overrides back once it has noticed that its connection is closed, in its own time.
  before.evaluate("new Promise(done => { const look = () => innerWidth === " + std::to_string(own_width) +
                  " && !matchMedia('print').matches ? done() : setTimeout(look, 5); look(); })");
  EXPECT_NE(before.evaluate("fetch('/plain.html').then(r => r.text())"), JsonValue("routed"));
  EXPECT_EQ(before.evaluate("window.kept"), JsonValue("by the application"));
}

TEST_F(Applications, KeepTheirCookies) {
  Application application(program_, showing({"http://top.test/windows.html"}));
  {
    const auto guest = BrowserSession::adopt(application.endpoint(), soon());
    ContextSession& context = *guest->find_page("Windows", soon()).environment().context;
    EXPECT_TRUE(context.adopted());
    context.add_cookies({{.name = "tea", .value = "green", .url = "http://top.test/"}}, soon());
    guest->close_context(context, soon());
  }
  ContextSession& own = *engine_of(application.browser()).find_page("Windows", soon()).environment().context;
  const std::vector<Cookie> cookies = own.cookies(soon());
  ASSERT_EQ(cookies.size(), 1u);
  EXPECT_EQ(cookies.front().value, "green");
  own.clear_cookies(soon());
  EXPECT_TRUE(own.cookies(soon()).empty());
}

TEST_F(Applications, RefuseToWaitForDownloads) {
  Application application(program_, showing({"http://top.test/windows.html"}));
  Page page = window_of(application.browser(), "Windows");
  EXPECT_EQ(error_from([&] { page.next_download("*"); }).kind(), ErrorKind::Environment);
}

TEST_F(Applications, EndWithTheirOwner) {
  int id = 0;
  {
    Application application(program_, showing({"http://top.test/windows.html"}));
    id = application.process().id();
    EXPECT_EQ(::kill(id, 0), 0);
  }
  EXPECT_NE(::kill(id, 0), 0);
}

TEST_F(Applications, ReportTheExitCodeIfTheyEndAtOnce) {
  const Error error = error_from([&] { Application("/bin/sh", {.arguments = {"-c", "echo no licence; exit 3"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::Environment) << error.what();
  EXPECT_THAT(error.full_text(), AllOf(HasSubstr("exited with code 3"), HasSubstr("no licence")));
}

TEST_F(Applications, FailIfTheyNeverOpenTheirPort) {
  const Error error =
      error_from([&] { Application("/bin/sleep", {.arguments = {"600"}, .start_timeout = Milliseconds{300}}); });
  EXPECT_EQ(error.kind(), ErrorKind::Environment) << error.what();
  EXPECT_THAT(error.message(), HasSubstr("did not open its debugging port"));
}

TEST_F(Applications, APageIsSearchedOnlyInAdoptedBrowsers) {
  LaunchOptions own;
  own.browser = find_browser();
  const auto launched = BrowserSession::launch(own, soon());
  EXPECT_EQ(error_from([&] { launched->find_page("*", soon()); }).kind(), ErrorKind::Usage);
  EXPECT_EQ(error_from([&] { BrowserSession::adopt("http://127.0.0.1:1", soon()); }).kind(), ErrorKind::Environment);
}

}  // namespace
}  // namespace casement
