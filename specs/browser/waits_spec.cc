// Conditions that wait: each in the page, in a frame of another site, and in one that is not drawn;
// what wakes them, what they say when they fail, and what bad input gets.
#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/conditions.h"
#include "specs/browser/wait_stage.h"
#include "specs/support/script_scope.h"

namespace casement::wait_specs {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct WaitRow {
  const char* name;
  const char* html;
  const char* change;  // script that makes it true
  std::function<void(PageExpectation&)> expectation;
  const char* before;  // part of what is said of it while it is not true
  const char* after;   // and when it is, but should not be
};

const WaitRow kRows[] = {
    {"Shown", "<button id=x hidden>Go</button>", "x.hidden = false", [](PageExpectation& e) { e.shows("css=#x"); },
     "css=#x to be shown within 60 ms, but it is hidden", "it is shown"},
    {"Gone", "<button id=x>Go</button>", "x.remove()", [](PageExpectation& e) { e.hides(R"(button "Go")"); },
     "it is shown", "nothing matches it"},
    {"Visible", "<p id=x style='visibility:hidden'>Go</p>", "x.style.visibility = 'visible'",
     [](PageExpectation& e) { e.state("css=#x", ElementState::Visible); }, "[hidden]", "not to be visible"},
    {"Hidden", "<p id=x>Go</p>", "x.style.display = 'none'",
     [](PageExpectation& e) { e.state("css=#x", ElementState::Hidden); }, "none of the known states", "[hidden]"},
    {"Attached", "", "stage.innerHTML = '<i id=x></i>'",
     [](PageExpectation& e) { e.state("css=#x", ElementState::Attached); }, "nothing matches it", "in its document"},
    {"Detached", "<i id=x></i>", "x.remove()", [](PageExpectation& e) { e.state("css=#x", ElementState::Detached); },
     "in its document", "nothing matches it"},
    {"Enabled", "<button id=x disabled>Go</button>", "x.disabled = false",
     [](PageExpectation& e) { e.state(R"(button "Go")", ElementState::Enabled); }, "[disabled]", "not to be enabled"},
    {"DisabledByFieldset", "<fieldset id=f><button>Go</button></fieldset>", "f.disabled = true",
     [](PageExpectation& e) { e.state(R"(button "Go")", ElementState::Disabled); }, "none of the known states",
     "[disabled]"},
    {"Editable", "<input id=x aria-label=In readonly>", "x.readOnly = false",
     [](PageExpectation& e) { e.state(R"(textbox "In")", ElementState::Editable); }, "to be editable",
     "not to be editable"},
    {"CheckedByScript", "<input type=checkbox id=x aria-label=In>", "x.checked = true",
     [](PageExpectation& e) { e.state(R"(checkbox "In")", ElementState::Checked); }, "none of the known states",
     "[checked]"},
    {"Unchecked", "<input type=checkbox id=x aria-label=In checked>", "x.checked = false",
     [](PageExpectation& e) { e.state(R"(checkbox "In")", ElementState::Unchecked); }, "[checked]",
     "not to be unchecked"},
    {"Focused", "<input id=x aria-label=In>", "x.focus()",
     [](PageExpectation& e) { e.state(R"(textbox "In")", ElementState::Focused); }, "to be focused",
     "not to be focused"},
    {"Emptied", "<input id=x aria-label=In value=old>", "x.value = ''",
     [](PageExpectation& e) { e.state(R"(textbox "In")", ElementState::Empty); }, "it is not empty", "it is empty"},
    {"ValueByScript", "<input id=x aria-label=In value=old>", "x.value = 'new'",
     [](PageExpectation& e) { e.value(R"(textbox "In")", "new"); }, "its value is \"old\"", "its value is \"new\""},
    {"ValueOfAList", "<select id=x aria-label=In><option value=1>One<option value=2>Two</select>",
     "x.selectedIndex = 1", [](PageExpectation& e) { e.value(R"(combobox "In")", "Two"); }, "its value is \"One\"",
     "its value is \"Two\""},
    {"ValuesOfAList", "<select id=x multiple aria-label=In><option value=1>One<option value=2>Two</select>",
     "for (const o of x.options) o.selected = true",
     [](PageExpectation& e) { e.values("label=\"In\"", {{"One"}, {"2"}}); }, "nothing is", "\"One\", \"Two\" are"},
    {"Text", "<p id=x>old</p>", "x.firstChild.data = ' brand\\n new '",
     [](PageExpectation& e) { e.text("css=#x", "brand new"); }, "its text is \"old\"", "its text is \"brand new\""},
    {"TextByExpression", "<p id=x>old</p>", "x.textContent = 'order 17'",
     [](PageExpectation& e) { e.text("css=#x", TextPattern::regex("order \\d+")); }, "its text is \"old\"",
     "not to be /order"},
    {"TextInAShadowTree", "<p id=x></p>", "x.attachShadow({mode: 'open'}).innerHTML = '<b>deep</b>'",
     [](PageExpectation& e) { e.text("css=#x", "deep"); }, "its text is \"\"", "its text is \"deep\""},
    {"Attribute", "<a id=x href=/old>Go</a>", "x.setAttribute('href', '/new')",
     [](PageExpectation& e) { e.attribute("css=#x", "href", {"/new"}); }, "it is \"/old\"", "it is \"/new\""},
    {"AttributeAtAll", "<a id=x>Go</a>", "x.setAttribute('download', '')",
     [](PageExpectation& e) { e.attribute("css=#x", "download"); }, "it has none", "it is \"\""},
    {"Class", "<p id=x class=one>Go</p>", "x.classList.add('two', 'three')",
     [](PageExpectation& e) { e.css_class("css=#x", "three two"); }, "they are \"one\"", "they are \"one two three\""},
    {"CssByAttribute", "<p id=x>Go</p>", "x.style.color = 'red'",
     [](PageExpectation& e) { e.css("css=#x", "color", {"rgb(255, 0, 0)"}); }, "it is \"rgb(0, 0, 0)\"",
     "it is \"rgb(255, 0, 0)\""},
    {"ColourInAnotherNotation", "<p id=x>Go</p>", "x.style.color = 'hsl(120 100% 25.1%)'",
     [](PageExpectation& e) { e.css("css=#x", "color", {"GREEN"}); }, "it is \"rgb(0, 0, 0)\"",
     "it is \"rgb(0, 128, 0)\""},
    {"ColoursAmongOtherWords", "<p id=x>Go</p>",
     "x.style.boxShadow = '0 0 2px oklch(0.628 0.2577 29.23), 1px 1px #0008'",
     [](PageExpectation& e) {
       e.css("css=#x", "box-shadow", {"red 0px 0px 2px 0px, rgb(0 0 0 / 0.533) 1px 1px 0px 0px"});
     },
     "it is \"none\"", "0.2577"},
    {"CssByStyleSheet", "<p id=x>Go</p>",
     "const s = new CSSStyleSheet(); s.replaceSync('p { color: red }'); document.adoptedStyleSheets = [s]",
     [](PageExpectation& e) { e.css("css=#x", "color", {"rgb(255, 0, 0)"}); }, "it is \"rgb(0, 0, 0)\"",
     "it is \"rgb(255, 0, 0)\""},
    {"CustomProperty", "<p id=x>Go</p>", "x.style.setProperty('--size', ' 4px ')",
     [](PageExpectation& e) { e.css("css=#x", "--size", {"4px"}); }, "it is \"\"", "it is \"4px\""},
    {"Count", "<ul id=x><li>1</ul>", "x.append(document.createElement('li'))",
     [](PageExpectation& e) { e.count("listitem", 2); }, "2 of listitem within 60 ms, but there is 1", "there are 2"},
    {"AccessibleName", "<button id=x>Go</button>", "x.setAttribute('aria-label', 'Leave')",
     [](PageExpectation& e) { e.name("css=#x", "Leave"); }, "its accessible name is \"Go\"",
     "its accessible name is \"Leave\""},
    {"AccessibleDescription", "<button id=x aria-describedby=d>Go</button><p id=d>old</p>", "d.textContent = 'new'",
     [](PageExpectation& e) { e.description("css=#x", "new"); }, "description is \"old\"", "description is \"new\""},
    {"Role", "<div id=x>Go</div>", "x.setAttribute('role', 'alert')",
     [](PageExpectation& e) { e.role("css=#x", "alert"); }, "its role is generic", "its role is alert"},
    {"Invalid", "<input id=x aria-label=In>", "x.setAttribute('aria-invalid', 'true')",
     [](PageExpectation& e) { e.state(R"(textbox "In")", ElementState::Invalid); }, "to be invalid", "[invalid]"},
};

// Where the stage is. One page plays all rows: a page for each would take a minute.
class EveryCondition : public WaitStage, public testing::WithParamInterface<const char*> {};

TEST_P(EveryCondition, ComesTrueInTheMiddleOfTheWait) {
  const std::string where = GetParam();
  for (const WaitRow& row : kRows) {
    SCOPED_TRACE(row.name);
    show(where, row.html);
    row.expectation(expect(page()).within(kLong).never());
    run_soon(where, row.change);
    row.expectation(expect(page()).within(kLong));
    run(where, "document.adoptedStyleSheets = []");
  }
}

INSTANTIATE_TEST_SUITE_P(Where, EveryCondition, testing::Values("main", "near", "far"),
                         [](const testing::TestParamInfo<const char*>& where) { return std::string(where.param); });

class Waits : public WaitStage {};

TEST_F(Waits, EachFailedConditionReportsTheSeenValue) {
  for (const WaitRow& row : kRows) {
    SCOPED_TRACE(row.name);
    show("main", row.html);
    const Error before = error_of(row.expectation);
    EXPECT_EQ(before.kind(), ErrorKind::Assertion);
    EXPECT_THAT(before.message(), AllOf(HasSubstr("within 60 ms, but"), HasSubstr(row.before)));
    run("main", row.change);
    const Error after = error_of(row.expectation, true);
    EXPECT_EQ(after.kind(), ErrorKind::Assertion);
    EXPECT_THAT(after.message(), AllOf(HasSubstr("within 60 ms, but"), HasSubstr(row.after)));
    run("main", "document.adoptedStyleSheets = []");
  }
}

TEST_F(Waits, ElementsInFramesAreComparedWithThePagesViewport) {
  for (const char* where : {"main", "near"}) {
    SCOPED_TRACE(where);
    show(where, "<p id=x style='margin:3000px 0'>Low</p>");
    expect(page()).within(kLong).never().state("css=#x", ElementState::InViewport);
    run_soon(where, "x.scrollIntoView()");
    expect(page()).within(kLong).state("css=#x", ElementState::InViewport);
    show(where, "");
    run(where, "scrollTo(0, 0)");
  }
  show("far", "<p id=x>Far</p>");
  EXPECT_THAT(error_of([](PageExpectation& e) { e.state("css=#x", ElementState::InViewport); }).message(),
              HasSubstr("expected css=#x to be in the viewport within 60 ms, but it is outside of the viewport"));
  run_soon("main", "scrollTo(0, 1e6)");
  expect(page()).within(kLong).state("css=#x", ElementState::InViewport);
}

TEST_F(Waits, AMissingElementIsNotInTheViewport) {
  show("main", "<p id=x style='display:none'>Low</p>");
  expect(page())
      .within(kLong)
      .never()
      .state("css=#x", ElementState::InViewport)
      .never()
      .state("css=#y", ElementState::InViewport);
}

TEST_F(Waits, TheStyleUnderThePointerIsSeen) {
  show("main", "<style>#x:hover { color: red }</style><p id=x>Go</p><p id=y>Off</p>");
  page().hover("css=#x");
  expect(page()).within(kLong).css("css=#x", "color", {"rgb(255, 0, 0)"});
  page().hover("css=#y");
  expect(page()).within(kLong).css("css=#x", "color", {"rgb(0, 0, 0)"});
}

TEST_F(Waits, AMediaQueryIsSeen) {
  show("main", "<style>@media (prefers-color-scheme: dark) { #x { display: none } }</style><p id=x>Day</p>");
  expect(page()).within(kLong).shows("css=#x");
  {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    target.connection().send({target.session(),
                              "Emulation.setEmulatedMedia",
                              {{"features", {{{"name", "prefers-color-scheme"}, {"value", "dark"}}}}},
                              nullptr});
  }
  expect(page()).within(kLong).hides("css=#x");
}

TEST_F(Waits, ATransitionIsWaitedOut) {
  show("main", "<p id=x style='transition: margin-left 100ms'>Go</p>");
  run_soon("main", "x.style.marginLeft = '40px'");
  expect(page()).within(kLong).css("css=#x", "margin-left", {"40px"});
}

TEST_F(Waits, SeveralMatchesAreListed) {
  show("main", "<button>Add</button><button>Add</button>");
  const Error error =
      error_of([](PageExpectation& e) { e.state(R"(button "Add")", ElementState::Enabled); }, false, kLong);
  EXPECT_EQ(error.kind(), ErrorKind::Ambiguous);
  EXPECT_THAT(error.what(), HasSubstr("button \"Add\" matches 2 elements"));
  // None of them may be left.
  EXPECT_THAT(error_of([](PageExpectation& e) { e.state(R"(button "Add")", ElementState::Hidden); }).kind(),
              ErrorKind::Assertion);
  run("main", "stage.lastChild.remove()");
  expect(page()).state(R"(button "Add")", ElementState::Enabled);
}

TEST_F(Waits, AnUnknownStateNamesTheNearest) {
  const Error error = error_of([](PageExpectation& e) { e.element("css=body", "state", {"enabeld"}); }, false, kLong);
  EXPECT_EQ(error.kind(), ErrorKind::Usage);
  EXPECT_EQ(error.message(), "unknown state 'enabeld' (did you mean 'enabled'?)");
}

TEST_F(Waits, AnUnknownPropertyOfCssEndsTheWait) {
  show("main", "<p id=x>Go</p>");
  const Error error = error_of([](PageExpectation& e) { e.css("css=#x", "colr", {"red"}); }, false, kLong);
  EXPECT_EQ(error.kind(), ErrorKind::Usage);
  EXPECT_EQ(error.message(), "there is no CSS property 'colr'");
}

TEST_F(Waits, AnExpressionThatDoesNotParseEndsTheWait) {
  const Error error = error_of([](PageExpectation& e) { e.text("css=body", TextPattern::regex("(")); }, false, kLong);
  EXPECT_EQ(error.kind(), ErrorKind::Authoring);
}

TEST_F(Waits, ASelectorThatDoesNotParseEndsTheWait) {
  const Error error = error_of([](PageExpectation& e) { e.shows("css=p:nope(1)"); }, false, kLong);
  EXPECT_EQ(error.kind(), ErrorKind::Evaluation);
  EXPECT_THAT(error.message(), HasSubstr("not a valid selector"));
}

TEST_F(Waits, AConditionThatDoesNotFitItsElementIsReported) {
  show("main", "<p id=x>Go</p>");
  EXPECT_THAT(error_of([](PageExpectation& e) { e.value("css=#x", "1"); }).message(),
              HasSubstr("it is not a control with a value"));
  EXPECT_THAT(error_of([](PageExpectation& e) { e.values("css=#x", {{"1"}}); }).message(),
              HasSubstr("it is not a select element"));
}

TEST_F(Waits, APasswordIsComparedAndNeverShown) {  // B13
  show("main", "<input id=x type=password aria-label=Secret value=hunter2>");
  expect(page()).value("label=\"Secret\"", "hunter2").value("label=\"Secret\"", TextPattern::regex("^h.*2$"));
  const Error error = error_of([](PageExpectation& e) { e.value("label=\"Secret\"", "other"); });
  EXPECT_THAT(error.what(), AllOf(HasSubstr("its value is \"•••••••\""), testing::Not(HasSubstr("hunter2"))));
}

TEST_F(Waits, ACardNumberIsMaskedInTheMessage) {
  show("main", "<input id=x aria-label=Card value='4242 4242 4242 4242'>");
  const Error error = error_of([](PageExpectation& e) { e.value("label=\"Card\"", "other"); });
  EXPECT_THAT(error.message(), HasSubstr("its value is \"•••• •••• •••• 4242\""));
}

TEST_F(Waits, ARefThatLeavesItsDocumentIsDetached) {
  show("near", "<button id=x>Go</button>");
  const std::string ref = page().snapshot().ref(R"(button "Go")");
  expect(page()).state(ref, ElementState::Attached).state(ref, ElementState::Visible).text(ref, "Go");
  run_soon("near", "x.remove()");
  expect(page()).within(kLong).state(ref, ElementState::Detached).hides(ref).state(ref, ElementState::Hidden);
  EXPECT_THAT(error_of([&](PageExpectation& e) { e.text(ref, "Go"); }).message(),
              HasSubstr("it has left its document"));
}

TEST_F(Waits, ARefWhoseFrameLoadedAnotherDocumentIsDetachedAndElseStale) {
  show("near", "<button id=x>Go</button>");
  const std::string ref = page().snapshot().ref(R"(button "Go")");
  page().evaluate("setTimeout(() => { frames.near.location = 'http://other.test/stage.html?2' }, 20), 0");
  expect(page()).within(kLong).state(ref, ElementState::Detached);
  expect(page()).state(ref, ElementState::Detached).hides(ref);
  EXPECT_EQ(error_of([&](PageExpectation& e) { e.text(ref, "Go"); }, false, kLong).kind(), ErrorKind::StaleRef);
}

TEST_F(Waits, AForgedRefIsAnErrorAtOnce) {
  const Error error = error_of([](PageExpectation& e) { e.state("e999", ElementState::Hidden); }, false, kLong);
  EXPECT_EQ(error.kind(), ErrorKind::UnknownRef);
  EXPECT_THAT(error.what(), HasSubstr("Take a snapshot first"));
}

TEST_F(Waits, SurviveANavigation) {
  show("main", "<p id=x>Here</p>");
  page().evaluate("setTimeout(() => { location = 'http://other.test/stage.html' }, 20), 0");
  expect(page()).within(kLong).hides("css=#x").title("Stage").never().url("http://top.test/*");
}

TEST_F(Waits, AFrameThatComesLateIsLookedIn) {
  page().evaluate(
      "setTimeout(() => { const f = document.createElement('iframe'); f.title = 'New';"
      "f.srcdoc = '<p>Late'; stage.append(f) }, 20), 0");
  expect(page()).within(kLong).text("text \"Late\"", "Late");
}

TEST_F(Waits, AFrameThatIsShownLateIsLookedIn) {
  page().evaluate("document.querySelector('[name=near]').hidden = true");
  show("near", "<p>Inside</p>");
  expect(page()).within(kLong).hides(R"(text "Inside")");
  page().evaluate("setTimeout(() => { document.querySelector('[name=near]').hidden = false }, 20), 0");
  expect(page()).within(kLong).shows(R"(text "Inside")");
}

TEST_F(Waits, APageThatClosesItselfEndsTheWait) {
  page().evaluate("setTimeout(() => window.close(), 50), 0");
  Error error(ErrorKind::Internal, "");
  try {
    // A script may close only what it opened; the browser may close all.
    PageSession& target = engine_of(page());
    {
      const cdp::Connection::EngineLock lock(target.connection());
      target.connection().send({"", "Target.closeTarget", {{"targetId", target.id()}}, nullptr});
    }
    expect(page()).within(kLong).shows("css=#never");
  } catch (const Error& thrown) {
    error = thrown;
  }
  EXPECT_EQ(error.kind(), ErrorKind::SessionClosed);
}

TEST_F(Waits, AnUnchangingWaitLeavesThePageInPeace) {
  // A watch that nobody ends would ask itself for good: none is left behind.
  error_of([](PageExpectation& e) { e.shows("css=#never"); });
  EXPECT_EQ(specs::call_in_script_scope(page(), "({ watches }) => watches.size"), 0);
}

TEST_F(Waits, TheTitleTheAddressAndTheTemplateAreWaitedFor) {
  page().evaluate(
      "setTimeout(() => { document.title = 'Two'; history.pushState(0, '', '/two'); stage.innerHTML = '<h1>Two</h1>' "
      "}, 20), 0");
  expect(page()).within(kLong).title("Two").url("*/two").snapshot("- heading \"Two\"");
  EXPECT_THAT(error_of([](PageExpectation& e) { e.title("One"); }).message(), HasSubstr("it is \"Two\""));
  EXPECT_THAT(error_of([](PageExpectation& e) { e.url("*/one"); }).message(),
              HasSubstr("expected the URL to match */one within 60 ms, but it is \"http://top.test/two\""));
  EXPECT_THAT(error_of([](PageExpectation& e) { e.url("*/two"); }, true).message(), HasSubstr("not to match"));
  EXPECT_THAT(error_of([](PageExpectation& e) { e.url("/one"); }).message(),
              HasSubstr("it is \"http://top.test/two\"; the whole address is compared: */one"));
  EXPECT_THAT(error_of([](PageExpectation& e) { e.snapshot("- heading \"One\""); }).message(),
              HasSubstr("- heading \"One\""));
  EXPECT_THAT(error_of([](PageExpectation& e) { e.snapshot("- heading"); }, true).message(), HasSubstr("it does"));
}

TEST_F(Waits, AValueThatAScriptSetsIsSeenInATemplate) {
  show("main", "<input id=x aria-label=In>");
  run_soon("main", "x.value = 'new'");
  expect(page()).within(kLong).snapshot("- textbox \"In\": new");
}

TEST_F(Waits, AFunctionIsAskedUntilItIsTrue) {
  int asked = 0;
  expect(page()).within(kLong).poll("three questions", [&] { return ++asked == 3; });
  EXPECT_EQ(asked, 3);
  expect(page()).never().poll("war", [] { return false; });
  EXPECT_THAT(error_of([](PageExpectation& e) { e.poll("peace", [] { return false; }); }).message(),
              testing::StartsWith("expected peace within 60 ms, but the condition was never true"));
  EXPECT_THROW(expect(page()).poll("this", []() -> bool { throw std::runtime_error("mine"); }), std::runtime_error);
}

TEST_F(Waits, AFailureShowsWhatWasSeenBefore) {
  int looks = 0;
  Expectation expected;
  expected.what = "three";
  expected.patience = 5ms;
  try {
    await_condition(engine_of(page()), expected, WaitBudget(kShort),
                    [&](Deadline) { return Observation{false, ++looks == 1 ? "it is one" : "it is two"}; });
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "expected three within 60 ms, but it is two");
    ASSERT_GE(error.trail().size(), 2u);  // and how busy the machine was
    EXPECT_THAT(error.trail()[0], testing::EndsWith(": it is one"));
    EXPECT_THAT(error.trail()[1], testing::MatchesRegex("after .*: it is two"));
  }
}

TEST_F(Waits, AFailureShowsTheNearestAndThePartOfThePage) {
  show("near", "<form aria-label=Order><button disabled>Checkout now</button></form>");
  const Error missing = error_of([](PageExpectation& e) { e.shows(R"(button "Check out now")"); });
  EXPECT_THAT(missing.what(), AllOf(HasSubstr("nearest: button \"Checkout now\""), HasSubstr("the page shows"),
                                    HasSubstr("- iframe \"Near\""), HasSubstr("- form \"Order\""),
                                    HasSubstr("- button \"Checkout now\" [disabled]")));
  const Error found = error_of([](PageExpectation& e) { e.state(R"(button "Checkout now")", ElementState::Enabled); });
  EXPECT_THAT(found.what(), AllOf(HasSubstr("it is [disabled]"), HasSubstr("- form \"Order\""),
                                  HasSubstr("- button \"Checkout now\" [disabled]")));
}

TEST_F(Waits, AFailureNamesTheLineThatExpected) {
  const unsigned line = __LINE__ + 2;
  try {
    expect(page()).within(kShort).shows("css=#never");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.trail().back(), "expected at " + std::string(__FILE__) + ":" + std::to_string(line));
  }
}

}  // namespace
}  // namespace casement::wait_specs
