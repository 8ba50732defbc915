// What may come over a page at any time, and is closed whenever a call cannot go on for it.
#include <casement/testing.h>

#include <chrono>
#include <string>

#include "specs/support/patience.h"
#include "specs/support/shown_markup.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kBanner = R"(dialog "Cookies")";

class OverlaysOfAPage : public SiteTest<"actions"> {
 protected:
  // A page with a button under a banner, which comes with `cover()` and goes with its own button.
  void show(const std::string& more = "") {
    page().open("http://actions.test/blank.html");
    page().evaluate(
        specs::show_in_body("<button id=pay>Pay</button><button id=later>Later</button><input aria-label=Code>"
                            "<p role=status id=out></p><div id=banner role=dialog aria-label=Cookies hidden "
                            "style='position:fixed;inset:0;background:white'><button id=no>Reject</button></div>" +
                            more) +
        "; window.rejected = 0; window.cover = () => { banner.hidden = false };"
        "no.onclick = () => { banner.hidden = true; ++rejected };"
        "pay.onclick = () => { out.textContent = 'paid' };"
        "later.onclick = () => setTimeout(() => { out.textContent = 'covered'; cover() }, 50); 0");
  }
  void reject_when_it_comes() {
    page().on_overlay(kBanner, [](const Page& page) { page.click(R"(button "Reject")"); });
  }
  int closed() { return page().evaluate("rejected").get<int>(); }
  template <typename Call>
  Error error_of(const Call& call) {
    try {
      call();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "it was done";
    return Error(ErrorKind::Internal, "");
  }
  const Milliseconds soon_ = specs::soon(Milliseconds(600));
};

TEST_F(OverlaysOfAPage, AreClosedBeforeAClickGoesOn) {
  show();
  reject_when_it_comes();
  page().evaluate("cover()");
  const ActionResult clicked = page().click(R"(button "Pay")");
  EXPECT_THAT(clicked.overlays, ElementsAre(kBanner));
  EXPECT_THAT(to_json(clicked), HasSubstr(R"("overlays":["dialog \"Cookies\""])"));
  expect(page()).text("css=#out", "paid");
  EXPECT_EQ(closed(), 1);
}

TEST_F(OverlaysOfAPage, AreLeftAloneIfNothingNeedsToCloseThem) {
  show();
  reject_when_it_comes();
  page().evaluate("banner.style.inset = 'auto'; banner.style.bottom = 0; cover()");
  EXPECT_THAT(page().click(R"(button "Pay")").overlays, IsEmpty());
  expect(page()).shows(kBanner);
  EXPECT_EQ(closed(), 0);
}

TEST_F(OverlaysOfAPage, CloseWhileAnActionWaits) {
  show();
  reject_when_it_comes();
  page().evaluate("pay.disabled = true; setTimeout(() => { cover(); pay.disabled = false }, 100)");
  page().click(R"(button "Pay")");
  expect(page()).text("css=#out", "paid");
}

TEST_F(OverlaysOfAPage, AreClosedForAnExpectation) {
  show();
  reject_when_it_comes();
  page().evaluate(
      "out.hidden = true; no.onclick = () => { banner.hidden = true; ++rejected; out.hidden = false }; cover()");
  expect(page()).state("css=#out", ElementState::Attached).hides("css=#none");
  EXPECT_EQ(closed(), 0);
  page().evaluate("out.textContent = 'seen'");
  expect(page()).shows(R"(text "seen")");
  EXPECT_EQ(closed(), 1);
}

TEST_F(OverlaysOfAPage, AreClosedBeforeASecondElementOfTheNameIsAmbiguous) {
  show();
  reject_when_it_comes();
  page().evaluate("banner.append(Object.assign(document.createElement('button'), { textContent: 'Pay' })); cover()");
  page().click(R"(button "Pay")");
  expect(page()).text("css=#out", "paid");
}

TEST_F(OverlaysOfAPage, StayForACallThatIsAboutThem) {
  show();
  reject_when_it_comes();
  page().evaluate("setTimeout(cover, 100)");
  expect(page()).shows(kBanner).state(kBanner, ElementState::Visible).count(kBanner, 1);
  page().evaluate("banner.inert = true; setTimeout(() => { banner.inert = false }, 100)");
  page().hover(kBanner);
  EXPECT_EQ(closed(), 0);
  expect(page()).hides(kBanner);
  EXPECT_EQ(closed(), 1);
}

TEST_F(OverlaysOfAPage, LeaveWhatIsAmbiguousByItself) {
  show("<button>Pay</button>");
  reject_when_it_comes();
  EXPECT_EQ(error_of([&] { page().click(R"(button "Pay")"); }).kind(), ErrorKind::Ambiguous);
}

TEST_F(OverlaysOfAPage, AreClosedBeforeKeysWithoutATarget) {
  show();
  reject_when_it_comes();
  page().focus(R"(textbox "Code")");
  page().evaluate("no.onclick = () => { banner.hidden = true; document.querySelector('input').focus() }; cover()");
  page().keyboard().type("17");
  expect(page()).value(R"(textbox "Code")", "17");
}

TEST_F(OverlaysOfAPage, AreClosedEachTimeTheyCome) {
  show();
  reject_when_it_comes();
  for (int i = 0; i < 3; ++i) {
    page().evaluate("cover()");
    page().click(R"(button "Pay")");
  }
  EXPECT_EQ(closed(), 3);
}

TEST_F(OverlaysOfAPage, AnOverlayInAFrameIsClosed) {
  show();
  page().on_overlay(R"(button "Got it" in iframe "Consent")",
                    [](const Page& page) { page.click(R"(button "Got it" in iframe "Consent")"); });
  page().evaluate(
      "const frame = Object.assign(document.createElement('iframe'), { title: 'Consent', srcdoc: '<button "
      "onclick=\"frameElement.remove()\">Got it</button>' }); frame.style = 'position:fixed;inset:0;width:100%;"
      "height:100%;background:white'; document.body.append(frame); 0");
  page().click(R"(button "Pay")");
  expect(page()).text("css=#out", "paid");
}

TEST_F(OverlaysOfAPage, EndTheCallIfTheyStay) {
  show();
  page().on_overlay(kBanner, [](const Page&) {});
  page().evaluate("cover()");
  const Error error = error_of([&] { page().click(R"(button "Pay")", {.timeout = soon_}); });
  EXPECT_EQ(error.kind(), ErrorKind::NotActionable);
  EXPECT_THAT(error.message(),
              HasSubstr(R"(the overlay dialog "Cookies" is still there after the steps that should close it)"));
  EXPECT_THAT(page().last_action().error, HasSubstr("is still there"));
  page().evaluate("banner.hidden = true");
  page().click(R"(button "Pay")");  // the next call works
}

TEST_F(OverlaysOfAPage, EndTheCallIfThePageAnswersTooLateWhetherTheyStay) {
  show();
  page().on_overlay(kBanner, [this](const Page& page) {
    const auto busy = 2 * soon_;
    page.evaluate("setTimeout(() => { const end = performance.now() + " + std::to_string(busy.count()) +
                  "; while (performance.now() < end); }, 0); 0");
  });
  page().evaluate("cover()");
  const Error error = error_of([&] { page().click(R"(button "Pay")", {.timeout = soon_}); });
  EXPECT_THAT(error.message(), HasSubstr("is still there after the steps that should close it"));
}

TEST_F(OverlaysOfAPage, AreNotClosedWhileOneIsBeingClosed) {
  show();
  page().on_overlay(kBanner, [this](const Page& page) {
    const Error error = error_of([&] { page.click(R"(button "Pay")", {.timeout = soon_}); });
    EXPECT_THAT(error.message(), HasSubstr("covered by"));
    page.click(R"(button "Reject")");
  });
  page().evaluate("cover()");
  page().click(R"(button "Pay")", {.timeout = soon_ * 10});
  EXPECT_EQ(closed(), 1);
}

TEST_F(OverlaysOfAPage, EndTheCallByWhatTheirHandlerThrows) {
  show();
  page().on_overlay(kBanner, [](const Page&) { throw Error(ErrorKind::Assertion, "not this banner"); });
  page().evaluate("cover()");
  const Error error = error_of([&] { page().click(R"(button "Pay")"); });
  EXPECT_EQ(error.message(), "not this banner");
}

TEST_F(OverlaysOfAPage, CoverThePageAgainAfterTheHandlerIsRemoved) {
  show();
  reject_when_it_comes();
  EXPECT_TRUE(page().forget_overlay(kBanner));
  EXPECT_FALSE(page().forget_overlay(kBanner));
  page().evaluate("cover()");
  const Error error = error_of([&] { page().click(R"(button "Pay")", {.timeout = soon_}); });
  EXPECT_THAT(error.message(), HasSubstr("covered by"));
}

TEST_F(OverlaysOfAPage, AreNamedByWhatTheyAre) {
  show();
  EXPECT_EQ(error_of([&] { page().on_overlay("e5", [](const Page&) {}); }).kind(), ErrorKind::Usage);
  EXPECT_EQ(error_of([&] { page().on_overlay(kBanner, nullptr); }).kind(), ErrorKind::Usage);
}

TEST_F(OverlaysOfAPage, StayKnownOverNavigations) {
  show();
  reject_when_it_comes();
  show();
  page().evaluate("cover()");
  page().click(R"(button "Pay")");
  EXPECT_EQ(closed(), 1);
}

}  // namespace
