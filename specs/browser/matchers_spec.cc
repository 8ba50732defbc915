// The matchers and the soft expectations, as gtest hears them.
#include <casement/testing.h>
#include <gtest/gtest-spi.h>

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Matchers : public BrowserTest {
 protected:
  void show(const std::string& html) {
    page().open("about:blank");
    page().evaluate("document.write(" + nlohmann::json("<!doctype html><title>T</title>" + html).dump() +
                    "); document.close()");
  }
  template <typename Subject, typename Matcher>
  static std::string explanation(const Subject& subject, Matcher matcher) {
    testing::StringMatchResultListener listener;
    EXPECT_FALSE(testing::SafeMatcherCast<const Subject&>(matcher).MatchAndExplain(subject, &listener));
    return listener.str();
  }
};

TEST_F(Matchers, ShowsLooksAtAPageOrASnapshotAsItIsNow) {
  show("<button>Pay</button><button hidden>Later</button>");
  EXPECT_THAT(page(), AllOf(Shows(R"(button "Pay")"), Not(Shows(R"(button "Later")")), Not(Shows("css=[hidden]"))));
  EXPECT_THAT(page().snapshot(), AllOf(Shows(R"(button "Pay")"), Not(Shows(R"(button "Later")"))));
}

TEST_F(Matchers, ShowsNamesTheNearestElementIfItFails) {
  show("<form aria-label=Order><button>Pay now</button></form>");
  const auto told = AllOf(HasSubstr("nearest: button \"Pay now\""), HasSubstr("- form \"Order\""));
  EXPECT_THAT(explanation(page(), Shows(R"(button "Pay nov")")), told);
  EXPECT_THAT(explanation(page().snapshot(), Shows(R"(button "Pay nov")")), told);
}

TEST_F(Matchers, ShowsNamesTheNearestTextOverSeveralElements) {
  show("<main><h1>Hello <em>Ada</em>, welcome</h1><div>Total <strong>12.00</strong> €</div><p>Tea</p></main>");
  const std::string nearest = R"(nearest: text "Total 12.00 €", over several elements)";
  for (const char* target : {R"(text "total 12.00 €")", R"(text "Total 15.00 €")", "text /total 12/"}) {
    EXPECT_THAT(explanation(page(), Shows(target)), HasSubstr(nearest)) << target;
  }
  EXPECT_THAT(explanation(page(), Shows(R"(text "hello Ada, welcome")")), HasSubstr("nearest: heading \"Hello Ada"));
  for (const char* target : {R"(text "Total 15.00 €" inside main)", R"(text "Coffee and cake")", R"(text "tea")"}) {
    EXPECT_THAT(explanation(page(), Shows(target)), Not(HasSubstr("over several elements"))) << target;
  }
  EXPECT_THAT(page(), Shows(R"(text "Total 12.00 €")"));
  try {
    page().click(R"(text "total 12.00 €")", {.timeout = 100ms});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_THAT(error.trail(), testing::Contains(nearest));
  }
}

TEST_F(Matchers, HiddenMatchesAreMarked) {
  show("<p class=x hidden>One</p><p class=x hidden>Two</p>");
  try {
    expect(page()).within(2s).text("css=.x", "One");
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Ambiguous);
    EXPECT_THAT(error.trail(), testing::IsSupersetOf({"e1  css=.x #1 (hidden)", "e2  css=.x #2 (hidden)"}));
  }
}

TEST_F(Matchers, TextAndValueTakeAnyMatcher) {
  show("<p id=x>Order 17</p><input aria-label=Name value=Ada><p class=y>1<p class=y>2");
  EXPECT_THAT(page(), AllOf(HasText("css=#x", "Order 17"), HasText("css=#x", HasSubstr("17")),
                            HasValue(R"(textbox "Name")", testing::StartsWith("A"))));
  EXPECT_EQ(explanation(page(), HasText("css=#x", "Order 18")), "whose text is \"Order 17\"");
  EXPECT_EQ(explanation(page(), HasValue("css=#x", "1")), "it is not a control with a value");
  EXPECT_EQ(explanation(page(), HasText("css=#none", "1")), "css=#none matches nothing");
  EXPECT_EQ(explanation(page(), HasText("css=.y", "1")), "css=.y matches 2 elements");
}

TEST_F(Matchers, APasswordIsBullets) {  // B13
  show("<input type=password aria-label=Secret value=hunter2>");
  EXPECT_EQ(explanation(page(), HasValue("label=\"Secret\"", "hunter2")), "whose value is \"•••••••\"");
}

TEST_F(Matchers, EventuallyWaitsForWhatTheInnerMatcherSees) {
  show("<p id=x>one</p>");
  page().evaluate("setTimeout(() => { x.textContent = 'two'; location.hash = 'done' }, 50), 0");
  EXPECT_THAT(page(), Eventually(HasText("css=#x", "two"), 20s));
  EXPECT_THAT(page(), Eventually(testing::Property(&Page::url, testing::EndsWith("#done")), 20s));
  EXPECT_THAT(page(), Eventually(Not(Shows(R"(text "one")"))));
  EXPECT_THAT(page(), Eventually(MatchesSnapshot("- paragraph: two")));
  EXPECT_THAT(page(), Eventually(HasNoFrameFailures()));
  EXPECT_EQ(explanation(page(), Eventually(HasText("css=#x", "one"), 50ms)), "whose text is \"two\"");
}

TEST_F(Matchers, EventuallyDescribesItsTimeout) {
  EXPECT_EQ(testing::DescribeMatcher<const Page&>(Eventually(Shows("css=p"), 5s)), "shows css=p within 5 s");
  EXPECT_EQ(testing::DescribeMatcher<const Page&>(Eventually(Not(Shows("css=p")))),
            "does not show css=p within the page's time");
}

TEST_F(Matchers, ASoftExpectationReportsItsLineAndGoesOn) {
  show("<p id=x>one</p>");
  testing::TestPartResultArray failures;
  const int line = __LINE__ + 4;
  {
    testing::ScopedFakeTestPartResultReporter heard(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    soft(page()).within(50ms).text("css=#x", "two").shows("css=#x").element("css=#x", "state", {"vissible"});
  }
  ASSERT_EQ(failures.size(), 2);
  EXPECT_EQ(failures.GetTestPartResult(0).line_number(), line);
  EXPECT_STREQ(failures.GetTestPartResult(0).file_name(), __FILE__);
  EXPECT_TRUE(failures.GetTestPartResult(0).nonfatally_failed());
  EXPECT_THAT(failures.GetTestPartResult(0).message(), HasSubstr("its text is \"one\""));
  EXPECT_THAT(failures.GetTestPartResult(1).message(), HasSubstr("did you mean 'visible'?"));
}

TEST_F(Matchers, TextOfAPageReachesGtestClean) {  // the XML of gtest takes what it gets
  show("<p id=x></p>");
  page().evaluate("x.textContent = 'a\\ud800b\\u0001c\\ufffed'");
  testing::TestPartResultArray failures;
  {
    testing::ScopedFakeTestPartResultReporter heard(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    soft(page()).within(50ms).text("css=#x", "two");
    EXPECT_THAT(page(), HasText("css=#x", "two"));
  }
  ASSERT_EQ(failures.size(), 2);
  for (int i = 0; i < 2; ++i) {
    const std::string message = failures.GetTestPartResult(i).message();
    EXPECT_EQ(message, gtest_text(message));
    EXPECT_THAT(message, HasSubstr("a\uFFFDb"));
  }
}

TEST_F(Matchers, TwoSnapshotsAreComparedAcrossFrames) {
  show("<h1>Shop</h1><iframe title=Card srcdoc='<button id=b>Next</button>'></iframe>");
  expect(page()).shows(R"(button "Next")");
  const Snapshot before = page().snapshot();
  EXPECT_THAT(page().snapshot().diff(before), testing::IsEmpty());
  expect(page()).unchanged_since(before);
  page().click(R"(button "Next")");
  expect(page()).never().unchanged_since(before);
  const auto changes = page().snapshot().diff(before);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(testing::PrintToString(changes[0]),
            "~ iframe \"Card\": - button \"Next\" [ref=f1_e1] → - button \"Next\" [active] [ref=f1_e1]\n");
  try {
    expect(page()).within(50ms).unchanged_since(before);
    ADD_FAILURE() << "the page has changed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Assertion);
    EXPECT_THAT(error.full_text(), AllOf(HasSubstr("since then:"), HasSubstr("[active]")));
  }
  EXPECT_TRUE(page().snapshot().match("- iframe \"Card\":\n  - button [active]").matched);
}

TEST_F(Matchers, ChangedSinceWaitsForTheChange) {
  show(
      "<ul></ul><button onclick=\"setTimeout(() => { document.querySelector('ul').innerHTML = '<li>Tea</li>' }, "
      "50)\">Add</button>");
  const Snapshot before = page().snapshot();
  page().click(R"(button "Add")");
  expect(page()).changed_since(
      before, {.added = {R"(listitem that has text "Tea")"}, .removed = {}, .changed = {R"(button "Add")"}});
  expect(page()).changed_since(before).never().changed_since(page().snapshot());
  try {
    expect(page()).within(50ms).changed_since(before, {.removed = {R"(button "Add")"}});
    ADD_FAILURE() << "it is still there";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Assertion);
    EXPECT_THAT(error.full_text(),
                AllOf(HasSubstr("button \"Add\" was not removed: 1 matched before, 1 match now"), HasSubstr("Tea")));
  }
  EXPECT_THROW(expect(page()).changed_since(before, {.added = {"css=li"}}), Error);
}

TEST(GtestText, ReplacesWhatXmlHasNoPlaceFor) {
  EXPECT_EQ(gtest_text("a\x01\xff\xEF\xBF\xBE\xEF\xBF\xBF\tb\n"), "a\uFFFD\uFFFD\uFFFD\uFFFD\tb\n");
  EXPECT_EQ(testing::PrintToString(ErrorKind::NotFound), "not_found");
}

}  // namespace
