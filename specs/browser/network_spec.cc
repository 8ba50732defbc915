// What a page keeps of what happened in it and in its frames: requests, console, errors; and what a
// navigation tells of itself.
#include <casement/testing.h>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::chrono::seconds kPatience{60};

class Network : public SiteTest<"network"> {
 protected:
  // Waits for an event of the page, as anything above the engine may.
  void await(const std::function<bool(PageSession&)>& done) {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    ASSERT_TRUE(target.connection().pump_until([&] { return done(target); }, Deadline::in(kPatience)));
  }
  // The request for this address, once it has ended.
  RequestRecord ended(const std::string& url) {
    RequestRecord found;
    const auto asked = [&](PageSession& target) {
      const RequestRecord* record =
          target.network().log().find_since(0, [&](const RequestRecord& one) { return one.url == url && one.ended(); });
      if (record != nullptr) found = *record;
      return record != nullptr;
    };
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    if (!target.connection().pump_until([&] { return asked(target); }, Deadline::in(kPatience))) {
      ADD_FAILURE() << url << " did not end; these were asked for:";
      for (const RequestRecord& one : page().network().requests()) {
        std::cerr << one.url << " " << one.status << " " << one.failure << (one.ended() ? "\n" : " under way\n");
      }
    }
    return found;
  }
};

TEST_F(Network, ARecordDescribesTheRequestAndItsResponse) {
  page().open("http://top.test/noisy.html");
  const RequestRecord script = ended("http://top.test/noisy.js");
  EXPECT_EQ(script.method, "GET");
  EXPECT_EQ(script.resource_type, "script");
  EXPECT_EQ(script.status, 200);
  EXPECT_EQ(script.content_type, "text/javascript");
  EXPECT_TRUE(script.place.main_frame);
  EXPECT_EQ(script.failure, "");
  EXPECT_GE(script.milliseconds, 0);
  EXPECT_GT(script.started, 1.6e9);
  EXPECT_LT(script.number, script.response_number);
  EXPECT_LT(script.response_number, script.end_number);
}

TEST_F(Network, ARequestOfACrossSiteFrameNamesItsFrame) {
  page().open("http://top.test/noisy.html");
  const RequestRecord document = ended("http://other.test/noisy.html");
  EXPECT_TRUE(document.is_navigation);
  EXPECT_EQ(document.status, 200);
  const RequestRecord image = ended("http://other.test/missing.png");
  EXPECT_EQ(image.status, 404);
  EXPECT_EQ(image.failure, "");
  EXPECT_FALSE(image.place.main_frame);
  EXPECT_EQ(image.place.url, "http://other.test/noisy.html");
  EXPECT_EQ(image.place.frame, document.place.frame);
}

TEST_F(Network, AFrameOfMixedContentIsReportedAsBlocked) {
  page().open("https://top.test/plain.html");
  page().evaluate(
      "document.body.append(Object.assign(document.createElement('iframe'), "
      "{ title: 'Ad', src: 'http://other.test/plain.html' })), 0");
  expect(page()).poll("the frame to fail", [&] { return page().snapshot().frame_failures().size() == 1; });
  const FrameFailure failure = page().snapshot().frame_failures().at(0);
  EXPECT_EQ(failure.kind, FrameFailure::Blocked);
  EXPECT_EQ(failure.message, "refused to be shown here: mixed-content");
}

TEST_F(Network, AnAddressThatIsADownloadIsNotOpened) {
  try {
    page().open("http://top.test/report.csv");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Navigation);
    EXPECT_THAT(error.message(), HasSubstr("cannot open http://top.test/report.csv: it is a download, not a page"));
    EXPECT_THAT(error.full_text(), HasSubstr("expect_download"));
  }
  EXPECT_EQ(page().open("http://top.test/plain.html").status, 200);
}

TEST_F(Network, AFailedRequestHasItsReason) {
  page().open("http://top.test/noisy.html");
  EXPECT_THAT(ended("http://other.test/dropped").failure, StartsWith("net::ERR_"));
  EXPECT_EQ(ended("http://api.test/refuses").failure, "cors: AllowOriginMismatch");
  EXPECT_THAT(page().network().failed_requests(),
              AllOf(Contains(Field(&RequestRecord::url, "http://api.test/refuses")),
                    testing::Not(Contains(Field(&RequestRecord::url, "http://top.test/noisy.js")))));
}

TEST_F(Network, ARedirectIsARequestOfItsOwn) {
  page().open("http://top.test/moved");
  const RequestRecord first = ended("http://top.test/moved");
  EXPECT_EQ(first.status, 302);
  EXPECT_EQ(first.redirect_to, "http://top.test/moved_again");
  EXPECT_EQ(ended("http://top.test/moved_again").status, 301);
  const RequestRecord last = ended("http://top.test/plain.html");
  EXPECT_EQ(last.status, 200);
  EXPECT_EQ(last.id, first.id);
}

TEST_F(Network, AConsoleLineNamesItsFrame) {
  page().open("http://top.test/noisy.html");
  await([](PageSession& target) {
    return target.console().log().find_since(
               0, [](const ConsoleLine& line) { return line.text == "from the guest"; }) != nullptr;
  });
  for (const ConsoleLine& line : page().console().lines()) {
    if (line.text == "from the page 7") {
      EXPECT_EQ(line.level, "warning");
      EXPECT_TRUE(line.place.main_frame);
      EXPECT_EQ(line.full_text(), "warning: from the page 7 (http://top.test/noisy.js:1)");
    }
    if (line.text == "from the guest") {
      EXPECT_EQ(line.level, "info");
      EXPECT_FALSE(line.place.main_frame);
      EXPECT_EQ(line.place.url, "http://other.test/noisy.html");
    }
  }
  EXPECT_THAT(page().console().texts(), Contains(HasSubstr("from the page 7")));
}

TEST_F(Network, ExceptionsAndRejectionsAreKeptApart) {
  page().open("http://top.test/noisy.html");
  await([](PageSession& target) { return target.console().errors().entries().size() >= 2; });
  for (const PageError& error : page().console().errors()) {
    if (error.kind == PageError::Kind::Exception) {
      EXPECT_EQ(error.message, "ReferenceError: missingFunction is not defined");
      EXPECT_EQ(error.url, "http://top.test/noisy.js");
      EXPECT_EQ(error.line, 2);
      EXPECT_THAT(error.stack, HasSubstr("noisy.js:2"));
      EXPECT_TRUE(error.place.main_frame);
    } else {
      EXPECT_EQ(error.message, "Error: nobody cares");
      EXPECT_EQ(error.place.url, "http://other.test/noisy.html");
    }
  }
}

TEST_F(Network, ARejectionThatIsHandledLaterIsNoError) {
  page().open("http://top.test/plain.html");
  page().evaluate("void (window.late = Promise.reject(new Error('early')))");
  await([](PageSession& target) { return target.console().errors().entries().size() == 1; });
  page().evaluate("void window.late.catch(() => {})");
  await([](PageSession& target) { return target.console().errors().entries().empty(); });
}

TEST_F(Network, EventNumbersSelectLaterLines) {
  page().open("http://top.test/plain.html");
  page().evaluate("console.log('old')");
  const EventNumber mark = engine_of(page()).clock().now();
  page().evaluate("console.log('new')");
  await([&](PageSession& target) {
    return target.console().log().find_since(mark, [](const ConsoleLine&) { return true; }) != nullptr;
  });
  const cdp::Connection::EngineLock lock(engine_of(page()).connection());
  const ConsoleLine* line = engine_of(page()).console().log().find_since(mark, [](const ConsoleLine&) { return true; });
  EXPECT_EQ(line->text, "new");
}

TEST_F(Network, TheNewestLinesAreKept) {
  page().open("http://top.test/plain.html");
  page().evaluate("for (let i = 0; i < 1500; i += 1) console.log('line ' + i)");
  await([](PageSession& target) {
    return target.console().log().find_since(0, [](const ConsoleLine& line) { return line.text == "line 1499"; }) !=
           nullptr;
  });
  EXPECT_EQ(page().console().lines().size(), 1000u);
  EXPECT_EQ(page().console().lines().front().text, "line 500");
}

TEST_F(Network, ANavigationReturnsItsAddressesTitleAndStatus) {  // V18
  const NavigationResult result = page().open("http://top.test/moved");
  EXPECT_EQ(result.requested_url, "http://top.test/moved");
  EXPECT_EQ(result.url, "http://top.test/plain.html");
  EXPECT_EQ(result.title, "Plain");
  EXPECT_EQ(result.status, 200);
  EXPECT_EQ(result.content_type, "text/html");
  EXPECT_THAT(result.redirects, ElementsAre("http://top.test/moved", "http://top.test/moved_again"));
  EXPECT_GT(result.milliseconds, 0);
}

TEST_F(Network, ReloadBackAndForwardReturnTheSameDetails) {  // V18
  page().open("http://top.test/plain.html");
  page().open("http://top.test/framed.html");
  const NavigationResult again = page().reload();
  EXPECT_EQ(again.requested_url, "http://top.test/framed.html");
  EXPECT_EQ(again.title, "Framed");
  EXPECT_EQ(again.status, 200);
  const auto back = page().back();
  ASSERT_TRUE(back);
  EXPECT_EQ(back->url, "http://top.test/plain.html");
  EXPECT_EQ(back->title, "Plain");
  EXPECT_EQ(back->status, 200);
  EXPECT_EQ(back->content_type, "text/html");
  const auto forward = page().forward();
  ASSERT_TRUE(forward);
  EXPECT_EQ(forward->url, "http://top.test/framed.html");
  EXPECT_FALSE(page().forward());
}

// Steps to a page whose server has become another one since; the page goes on being usable.
class HistoryErrors : public SiteTest<"network"> {
 protected:
  static constexpr const char* kPlain = "http://top.test/plain.html";
  void SetUp() override {
    SiteTest::SetUp();
    // Chrome would show what it kept, and ask nobody.
    site().route("top.test", "/*", adds_header("Cache-Control", "no-store"));
    page().set_default_timeout(kPatience);
    page().open(kPlain);
    page().evaluate("void addEventListener('unload', () => 0)");
    page().open("http://top.test/framed.html");
  }
  template <typename Act>
  Error error_of(const Act& act) {
    try {
      act();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "it was done";
    return Error(ErrorKind::Internal, "nothing");
  }
  void expect_usable() {
    site().clear_routes();
    EXPECT_EQ(page().open("http://top.test/plain.html").title, "Plain");
  }
};

TEST_F(HistoryErrors, AServerThatDropsTheConnectionIsReportedWithItsAddress) {  // V18
  site().route("top.test", "/*", drops_connection());
  const Error reload = error_of([&] { page().reload(); });
  EXPECT_EQ(reload.kind(), ErrorKind::Navigation);
  EXPECT_EQ(reload.message(), "cannot open http://top.test/framed.html: net::ERR_EMPTY_RESPONSE");
  const Error back = error_of([&] { page().back(); });
  EXPECT_EQ(back.kind(), ErrorKind::Navigation);
  EXPECT_EQ(back.message(), "cannot open http://top.test/plain.html: net::ERR_EMPTY_RESPONSE");
  const Error forward = error_of([&] { page().forward(); });
  EXPECT_EQ(forward.kind(), ErrorKind::Navigation) << forward.full_text();
  // What could not be reached can be tried again.
  site().clear_routes();
  EXPECT_EQ(page().reload().title, "Framed");
  expect_usable();
}

// Chrome answers before its error page stands where the document was.
TEST_F(HistoryErrors, APageThatCouldNotBeOpenedHasAPictureAtOnce) {
  for (const char* const url : {"http://127.0.0.1:1/", "http://nowhere.invalid/", "http://127.0.0.1:1/again"}) {
    EXPECT_EQ(error_of([&] { page().open(url); }).kind(), ErrorKind::Navigation);
    EXPECT_GT(page().screenshot().size(), 100u);
    EXPECT_EQ(page().snapshot().url(), url);
  }
  expect_usable();
}

TEST_F(HistoryErrors, AServerThatNeverAnswersIsATimeout) {
  site().route("top.test", "/*", never_answers());
  const OpenOptions soon{.timeout = std::chrono::seconds(3)};  // for Chrome to take it, not the server
  const Error reload = error_of([&] { page().reload(soon); });
  EXPECT_EQ(reload.kind(), ErrorKind::Timeout);
  EXPECT_THAT(reload.message(), HasSubstr("http://top.test/framed.html did not answer within 3 s"));
  const Error back = error_of([&] { page().back(soon); });
  EXPECT_EQ(back.kind(), ErrorKind::Timeout);
  EXPECT_THAT(back.message(), HasSubstr(kPlain));
  EXPECT_EQ(page().url(), "http://top.test/framed.html");
  expect_usable();
}

TEST_F(HistoryErrors, APageThatMayNotBeLeftIsReportedAtOnce) {
  page().evaluate("void addEventListener('beforeunload', event => event.preventDefault())");
  page().click("heading \"Framed\"");  // Chrome asks only for pages that a person has touched
  page().dialogs().answer([](const DialogRecord&) { return DialogAnswer{}; });
  const Error reload = error_of([&] { page().reload(); });
  EXPECT_EQ(reload.kind(), ErrorKind::Navigation);
  EXPECT_THAT(reload.message(), HasSubstr("the page opened a beforeunload dialog"));
  page().dialogs().accept();
  expect_usable();
}

TEST_F(HistoryErrors, AStepThatThePageRefusesIsReportedAtOnceAndCanBeTriedAgain) {
  page().evaluate("void addEventListener('beforeunload', event => event.preventDefault())");
  page().click("heading \"Framed\"");
  page().dialogs().answer([](const DialogRecord&) { return DialogAnswer{}; });
  for (int i = 1; i <= 3; ++i) {  // the end of one refusal does not swallow the next step
    const Error back = error_of([&] { page().back(); });
    EXPECT_EQ(back.kind(), ErrorKind::Navigation) << back.full_text();
    EXPECT_EQ(back.message(),
              "cannot open " + std::string(kPlain) + ": the page opened a beforeunload dialog, which was dismissed");
    EXPECT_EQ(page().dialogs().texts().size(), static_cast<std::size_t>(i));
  }
  EXPECT_EQ(error_of([&] { page().open("http://top.test/plain.html?2"); }).kind(), ErrorKind::Navigation);
  EXPECT_EQ(error_of([&] { page().back(); }).kind(), ErrorKind::Navigation);
  EXPECT_EQ(error_of([&] { page().reload(); }).kind(), ErrorKind::Navigation);
  EXPECT_EQ(page().url(), "http://top.test/framed.html");
  page().dialogs().accept();
  EXPECT_EQ(page().back()->title, "Plain");
}

TEST_F(HistoryErrors, AClosedPageGoesNowhere) {
  page().close();
  EXPECT_EQ(error_of([&] { page().reload(); }).kind(), ErrorKind::SessionClosed);
  EXPECT_EQ(error_of([&] { page().back(); }).kind(), ErrorKind::SessionClosed);
}

TEST_F(Network, IdleMeansThatNoFrameWaitsForAnything) {
  site().route("other.test", "/slow", answers_text("late").after(std::chrono::milliseconds(300)));
  page().open("http://top.test/framed.html", {LoadState::Loaded});
  page().snapshot();
  page().evaluate("void (document.querySelector('iframe').src = 'http://other.test/slow')");
  PageSession& target = engine_of(page());
  await([](PageSession& one) {
    return one.network().log().find_since(
               0, [](const RequestRecord& request) { return request.url == "http://other.test/slow"; }) != nullptr;
  });
  EXPECT_TRUE(target.navigator().loads().await_network_idle(std::chrono::milliseconds(100), Deadline::in(kPatience)));
  const auto requests = page().network().requests();
  EXPECT_EQ(requests.back().url, "http://other.test/slow");
  EXPECT_TRUE(requests.back().ended());
}

TEST_F(Network, AFrameThatNeverAnswersIsNeverIdleUntilItIsRemoved) {
  page().open("http://top.test/framed.html", {LoadState::Loaded});
  page().evaluate("void (document.querySelector('iframe').src = 'http://other.test/silent')");
  site().wait_for_request("other.test", "/silent", kPatience);
  PageSession& target = engine_of(page());
  EXPECT_FALSE(target.navigator().loads().await_network_idle(Milliseconds{50}, Deadline::in(Milliseconds{300})));
  page().evaluate("document.querySelector('iframe').remove()");
  EXPECT_TRUE(target.navigator().loads().await_network_idle(Milliseconds{50}, Deadline::in(kPatience)));
}

}  // namespace
