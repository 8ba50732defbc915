// Pages inside QtWebEngine: Chromium 102 in Qt 6.4, and 87 in Qt 5.15, the oldest that is supported. QT_OF_HOST says
// which one the host has.
#include <casement/testing.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "casement/api/engine.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/host/host_report.h"
#include "casement/browser/page/page_session.h"
#include "casement/site/site_server.h"
#include "specs/support/patience.h"

namespace casement {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

class QtApplication : public testing::Test {
 protected:
  explicit QtApplication(const std::string& site = "checkout", const std::string& url = "http://shop.test/cart")
      : site_(CASEMENT_SOURCE_DIR "/pages/" + site),
        application_(CASEMENT_SOURCE_DIR "/specs/applications/qt_host.py", options(url)),
        page_(application_.browser().find_page("*", kQtPatience)) {
    page_.set_default_timeout(kQtPatience);
  }

  void TearDown() override {
    if (!HasFailure()) return;
    std::cerr << page_.snapshot().text();
    for (const std::string& line : page_.console().texts()) std::cerr << line << '\n';
  }

  ApplicationOptions options(const std::string& url) {
    const char* const version = std::getenv("QT_OF_HOST");
    return {.arguments = {version == nullptr ? "6" : version, url},
            .environment = {{"QTWEBENGINE_DISABLE_SANDBOX", "1"}},
            .host_resolver_rules = site_.host_resolver_rules(),
            .start_timeout = kQtPatience};
  }

  static constexpr std::chrono::seconds kQtPatience{15};
  SiteServer site_;
  Application application_;
  Page page_;
};

TEST_F(QtApplication, ReportsItsVersion) {
  EXPECT_THAT(application_.browser().version(), StartsWith("QtWebEngine "));
}

// Three frames of the payment company, and the bank's two frames deeper; refs of a snapshot, and names.
TEST_F(QtApplication, TakesACheckoutWithTheBanksQuestion) {
  page_.click(R"(button "Checkout")");
  expect(page_).shows(R"(textbox "Card number")");
  EXPECT_THAT(page_.snapshot().text(), HasSubstr(R"(textbox "CVC")"));
  page_.fill(R"(textbox "E-mail")", "ada@example.com");
  page_.fill(R"(textbox "Full name")", "Ada Lovelace");
  page_.fill(R"(textbox "Address")", "12 Harbour Street, Galway");
  page_.select(R"(combobox "Country")", {"Ireland"});
  page_.fill(R"(textbox "Card number")", "4000 0027 6000 3184");
  page_.fill(R"(textbox "Expiration")", "12 / 34");
  page_.fill(R"(textbox "CVC")", "123");
  page_.check(R"(checkbox "I accept the terms")");
  page_.click(R"(button "Pay €42.00")");
  expect(page_).shows(R"(dialog "Authentication")");
  page_.fill(R"(textbox "Code" in iframe "Bank challenge")", "123456");
  page_.click(R"(button "Confirm" in iframe "Bank challenge")");
  expect(page_).hides(R"(dialog "Authentication")");
  expect(page_).shows(R"(text "Thank you")");
  EXPECT_THAT(page_.url(), HasSubstr("/receipt/"));
}

// QtWebEngine keeps the size of a page when its connection ends.
TEST_F(QtApplication, GoesOnUnchangedAfterATest) {
  const std::string facts =
      "JSON.stringify([innerWidth, matchMedia('print').matches, navigator.userAgent, "
      "navigator.maxTouchPoints, Intl.DateTimeFormat().resolvedOptions().timeZone, (1.5).toLocaleString()])";
  const std::string own = page_.evaluate(facts).get<std::string>();
  // A window takes its size back a little later.
  const auto expect_facts = [&](Page& page, const std::string& expected) {
    const auto end = Deadline::in(kQtPatience);
    while (page.evaluate(facts) != expected && !end.expired()) {
    }
    EXPECT_EQ(page.evaluate(facts), expected);
  };
  {
    const auto guest = BrowserSession::adopt(application_.endpoint(), Deadline::in(kQtPatience));
    Page page = page_of(guest->find_page("*", Deadline::in(kQtPatience)));
    page.set_default_timeout(kQtPatience);
    ContextSession& context = *engine_of(page).environment().context;
    context.apply_options({.locale = "de-DE",
                           .time_zone = "Asia/Tokyo",
                           .viewport_width = 500,
                           .viewport_height = 400,
                           .touch = true,
                           .media = {.type = "print"},
                           .user_agent = "Guest"},
                          Deadline::in(kQtPatience));
    EXPECT_EQ(page.evaluate(facts), R"([500,true,"Guest",5,"Asia/Tokyo","1,5"])");
    context.apply_options({}, Deadline::in(kQtPatience));
    {
      SCOPED_TRACE("by the next test");
      expect_facts(page, own);
    }
    context.apply_options({.locale = "de-DE", .time_zone = "Asia/Tokyo"}, Deadline::in(kQtPatience));
    context.set_viewport(500, 400, Deadline::in(kQtPatience));
    context.set_media({.type = "print"}, Deadline::in(kQtPatience));
    EXPECT_EQ(page.evaluate("innerWidth"), 500);
  }
  expect_facts(page_, own);
}

// Its documents have the worlds of those who were there before, beside our own.
TEST_F(QtApplication, TakesPressesHoweverOftenItIsAdopted) {
  for (int visit = 0; visit < 8; ++visit) {
    SCOPED_TRACE(visit);
    const auto guest = BrowserSession::adopt(application_.endpoint(), Deadline::in(kQtPatience));
    Page page = page_of(guest->find_page("*", Deadline::in(kQtPatience)));
    page.set_default_timeout(kQtPatience);
    page.open("http://shop.test/cart");
    page.click(R"(button "Checkout")");
    // One that is kept away for long gets through at last, when its guard ends by itself.
    page.check(R"(checkbox "I accept the terms")", {.timeout = specs::soon(Milliseconds(4000))});
    EXPECT_EQ(page.evaluate("document.querySelector('input[type=checkbox]').checked"), true);
  }
}

TEST_F(QtApplication, ReportsWhatItCannotDo) {
  try {
    engine_of(application_.browser()).new_context({}, Deadline::in(kQtPatience));
    FAIL() << "QtWebEngine has no contexts to give";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.message(), StartsWith(application_.browser().version() + " cannot do this"));
  }
  EXPECT_FALSE(page_.screenshot().empty()) << "the next call works";
}

TEST_F(QtApplication, ReportsThatADialogMayBlockIt) {
  page_.evaluate("setTimeout(() => alert('Held'), 0), 0");
  page_.set_default_timeout(std::chrono::seconds(2));
  const auto error_of = [](const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.full_text();
    }
    return std::string("no error");
  };
  const std::string told = "QtWebEngine does not answer while a dialog of a page is open";
  EXPECT_THAT(error_of([&] { page_.click(R"(link "Kettle & Leaf")"); }), HasSubstr(told));
  EXPECT_THAT(error_of([&] { page_.snapshot(); }), HasSubstr(told));
  EXPECT_THAT(error_of([&] { expect(page_).within(std::chrono::seconds(2)).shows(R"(text "Thank you")"); }),
              HasSubstr(told));
}

TEST_F(QtApplication, PassesTheHostReport) {
  const HostReport report = examine_host(engine_of(application_.browser()), Deadline::in(kQtPatience));
  EXPECT_EQ(report.version, application_.browser().version());
  EXPECT_THAT(report.pages, Contains(HasSubstr("http://shop.test/cart")));
  std::map<std::string, bool> can;
  for (const HostAbility& one : report.abilities) can[one.name] = one.can;
  for (const char* const able :
       {"snapshots and actions", "screenshots", "routes", "size", "media", "popups", "worlds"}) {
    EXPECT_TRUE(can[able]) << able;
  }
  for (const char* const unable : {"new contexts", "new pages", "downloads"}) {
    EXPECT_FALSE(can[unable]) << unable;
  }
  EXPECT_THAT(page_.title(), StartsWith("Cart")) << "and goes on";
}

CASEMENT_FLOW_TEST("../applications/checkout_in_qt.flow.yaml");

}  // namespace
}  // namespace casement
