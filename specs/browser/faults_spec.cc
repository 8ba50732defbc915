// Pages that do their worst, and what is told of them: nobody waits longer than the time that was given, the
// error says what happened, and other pages of the same browser go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/find/find_elements.h"
#include "casement/testing.h"

namespace casement {
namespace {

using testing::HasSubstr;

class Faults : public SiteTest<"checkout"> {
 protected:
  static void crash(Page page) {
    const cdp::Connection::EngineLock lock(engine_of(page).connection());
    engine_of(page).connection().send({engine_of(page).session(), "Page.crash", Json::object(), nullptr});
  }
  template <typename Body>
  static Error error_of(Body body) {
    try {
      body();
    } catch (const Error& error) {
      return error;
    }
    return {ErrorKind::Internal, "no error"};
  }
};

constexpr std::chrono::hours kNever{1};

TEST_F(Faults, ACrashIsReportedByTheNextCall) {
  page().open("http://shop.test/checkout");
  crash(page());
  EXPECT_EQ(error_of([&] { page().evaluate("1", {.timeout = kNever}); }).kind(), ErrorKind::TargetCrashed);
  EXPECT_EQ(error_of([&] { page().title(); }).kind(), ErrorKind::TargetCrashed);
  for (const bool full_page : {false, true}) {
    for (const bool boxes : {false, true}) {
      const ScreenshotOptions options{.full_page = full_page, .boxes = boxes, .timeout = kNever};
      EXPECT_EQ(error_of([&] { page().screenshot(options); }).kind(), ErrorKind::TargetCrashed) << full_page << boxes;
    }
  }
  page().network().route("*", [](const RouteRequest&) { return RouteAnswer::abort(); });
  page().network().unroute("*");
  page().open("http://shop.test/checkout");
  page().fill(R"(textbox "E-mail")", "ada@example.com");
}

TEST_F(Faults, AListenerThatStopsEveryPressOnTheWindowIsNamed) {
  page().open(
      "data:text/html,<button>Pay</button><script>for(const type of "
      "['pointerdown','mousedown','pointerup','mouseup','click'])"
      "addEventListener(type,event=>event.stopImmediatePropagation(),true)</script>");
  const Error error = error_of([&] { page().click(R"(button "Pay")", {.timeout = kNever}); });
  EXPECT_EQ(error.kind(), ErrorKind::NotActionable);
  EXPECT_THAT(error.message(), HasSubstr("a listener of the page on its window stopped the event"));
}

TEST_F(Faults, AnActionOnAPageWhoseScriptHoldsItNamesTheAction) {
  page().open("http://shop.test/checkout");
  page().evaluate("setTimeout(() => { const end = performance.now() + 3000; while (performance.now() < end); }, 0), 0");
  {
    cdp::Connection& connection = engine_of(page()).connection();
    const cdp::Connection::EngineLock lock(connection);
    connection.pump_until([] { return false; }, Deadline::in(std::chrono::milliseconds(100)));
  }
  ClickOptions briefly;
  briefly.timeout = std::chrono::milliseconds(300);
  const Error error = error_of([&] { page().click(R"(button "Pay €42.00")", briefly); });
  EXPECT_EQ(error.kind(), ErrorKind::Timeout);
  EXPECT_THAT(error.message(), testing::StartsWith(R"(cannot click button "Pay €42.00": )"));
  EXPECT_THAT(error.message(), HasSubstr("did not answer within "));
  EXPECT_THAT(error.trail(), testing::Contains(HasSubstr("the page could not be read")));
}

TEST_F(Faults, SeveralMatchesAreDescribedAlsoAfterTheDeadline) {
  page().open("data:text/html,<button>Pay</button><button>Later</button>");
  PageSession& target = engine_of(page());
  const std::vector<ElementHandle> found = find_elements(target, "button", Deadline::in(kNever)).found;
  const Error error =
      error_of([&] { throw_ambiguous(target, "button", found, Deadline::in(std::chrono::milliseconds(-1))); });
  EXPECT_THAT(error.trail(),
              testing::ElementsAre(testing::EndsWith("button \"Pay\""), testing::EndsWith("button \"Later\"")));
}

TEST_F(Faults, AnActionOnAPageThatAnswersLateHasTheHints) {
  page().open("data:text/html,<button>Pay now</button>");
  page().evaluate("setTimeout(() => { const end = performance.now() + 300; while (performance.now() < end); }, 0), 0");
  ClickOptions briefly;
  briefly.timeout = std::chrono::milliseconds(50);
  const Error error = error_of([&] { page().click(R"(button "pay Now")", briefly); });
  EXPECT_THAT(error.trail(), testing::Contains(testing::AnyOf(HasSubstr("nearest: button \"Pay now\""),
                                                              HasSubstr("the page could not be read"))));
}

// A fixture whose author forgot the one line: no crash of the whole program, but what is to be written.
class WithoutSetUp : public SiteTest<"checkout"> {
  void SetUp() override {}
};

TEST_F(WithoutSetUp, CallsFailWithAUsageError) {
  for (const std::function<void()>& call : {std::function<void()>([&] { page().open("http://shop.test/cart"); }),
                                            std::function<void()>([&] { context().close(std::chrono::hours(1)); }),
                                            std::function<void()>([&] { user("guest"); })}) {
    try {
      call();
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_THAT(error.message(), HasSubstr("a SetUp of your own calls the fixture's SetUp first"));
    }
  }
}

}  // namespace
}  // namespace casement
