// Targets against a real page: what matches, what is ambiguous, what the errors say.
#include <casement/testing.h>

#include <iterator>
#include <regex>
#include <string>

#include "casement/base/regex.h"
#include "specs/browser/targets_fixture.h"

namespace {

using namespace casement;
using specs::Targets;
using testing::AllOf;
using testing::HasSubstr;

TEST_F(Targets, AnAncestorWithoutANameIsKnownByATextInIt) {
  show(
      "<ul><li><h2>Blue kettle</h2><button onclick='document.title=1'>Add</button></li>"
      "<li><h2>Red kettle</h2><button onclick='document.title=2'>Add</button></li></ul>");
  page().click(R"(button "Add" inside listitem "Red kettle")");
  EXPECT_EQ(page().title(), "2");
}

// The library searches in C++, a page in JavaScript.
TEST_F(Targets, AnExpressionMeansTheSameInThePage) {
  show("");
  const char* const expressions[] = {"^.$",
                                     "^..$",
                                     "\\w",
                                     "^\\d+$",
                                     "\\bx",
                                     "\\s",
                                     "\\S",
                                     "^\\p{L}+$",
                                     "^\\P{L}$",
                                     "\\p{Script=Greek}",
                                     "\\p{Emoji}",
                                     "[^]",
                                     "[]",
                                     "[\\w-]",
                                     "[\\s\\S]",
                                     "\\-",
                                     "[\\-x]",
                                     "a|b",
                                     "^(a)?b\\1$",
                                     "(?<n>a)\\k<n>",
                                     "(?<=a)b",
                                     "(?<!a)b",
                                     "a{2,}",
                                     "x{",
                                     "}",
                                     "]",
                                     "[[]",
                                     "\\u{1F600}",
                                     "\\ud83d\\ude00",
                                     "\\x41",
                                     "\\cJ",
                                     "\\0",
                                     "\\v",
                                     "[\\b]",
                                     "\\/",
                                     "\\\"",
                                     "\\#",
                                     "$",
                                     "K",
                                     "ÄRGER",
                                     "straße"};
  const char* const texts[] = {"",   "a",  "A",      "b",  "ab", "aa", "abab", "é",  "ärger", "STRASSE", "straße",
                               "7",  "٣",  "x",      "x{", "}",  "]",  "[",    "-",  " ",     "\t",      "\n",
                               "\v", "\b", "\u00A0", "😀", "λ",  "K",  "/",    "\"", "#",     "a\n",     "\\"};
  for (const char* const expression : expressions) {
    for (const char* const flags : {"", "i"}) {
      const Regex regex(expression, flags);
      nlohmann::json list = nlohmann::json::array();
      for (const char* const text : texts) list.push_back(text);
      const auto found =
          page().evaluate("(() => { const regex = new RegExp(" + nlohmann::json(regex.script_source()).dump() + ", '" +
                          regex.script_flags() + "'); return " + list.dump() + ".map(text => regex.test(text)); })()");
      for (std::size_t i = 0; i < std::size(texts); ++i) {
        EXPECT_EQ(regex.found_in(texts[i]), found[i].get<bool>())
            << "/" << expression << "/" << flags << " in '" << texts[i] << "'";
      }
    }
  }
}

TEST_F(Targets, AnExpressionThatNeverEndsLeavesThePageUsable) {
  show("<button>" + std::string(60, 'a') + "b</button><button onclick='document.title=1'>Pay</button>");
  EXPECT_EQ(error_of_click("button /^(a+)+$/").kind(), ErrorKind::Timeout);
  page().click(R"(button "Pay")");
  EXPECT_EQ(page().title(), "1");
}

TEST_F(Targets, SeveralMatchesAreListedWithTheirDifferences) {
  show(
      "<form aria-label=Left><button>Add</button></form><form aria-label=Right><button>Add</button></form>"
      "<iframe title=Recommended srcdoc='<button>Add</button>'></iframe>");
  expect(page()).count(R"(button "Add")", 3);
  const Error error = error_of_click(R"(button "Add")");
  EXPECT_EQ(error.kind(), ErrorKind::Ambiguous);
  EXPECT_EQ(error.message(), "button \"Add\" matches 3 elements; make the target more specific");
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("button \"Add\" inside form \"Left\""), HasSubstr("button \"Add\" inside form \"Right\""),
                    HasSubstr("f1_e1  button \"Add\" in iframe \"Recommended\"")));
}

TEST_F(Targets, MatchesWithTheSameDescriptionAreNumbered) {
  show("<button>Buy</button><button onclick='document.title=2'>Buy</button>");
  EXPECT_THAT(error_of_click(R"(button "Buy")").what(),
              AllOf(HasSubstr("  button \"Buy\" #1"), HasSubstr("  button \"Buy\" #2")));
  page().click(R"(button "Buy" #2)");
  EXPECT_EQ(page().title(), "2");
}

TEST_F(Targets, MatchesWithTheSameDescriptionAreToldApartByTheirPlaces) {
  show(
      "<nav><button>Help</button></nav><main><button>Help</button></main><article><h3>Assam</h3><button>Buy</button>"
      "</article><article><h3>Sencha</h3><button onclick='document.title=2'>Buy</button></article>");
  EXPECT_THAT(error_of_click("button 'Buy'").what(),
              AllOf(HasSubstr("  button \"Buy\" inside article that has text \"Assam\""),
                    HasSubstr("  button \"Buy\" inside article that has text \"Sencha\"")));
  page().click("button 'Buy' inside article that has text 'Sencha'");
  EXPECT_EQ(page().title(), "2");
  EXPECT_THAT(error_of_click("button 'Help'").what(),
              AllOf(HasSubstr("  button \"Help\" inside navigation"), HasSubstr("  button \"Help\" inside main")));
}

TEST_F(Targets, AnErrorNamesTheAncestorThatIsMissing) {
  show("<button>Pay</button>");
  EXPECT_THAT(error_of_click(R"(button "Pay" in iframe "Card")").what(), HasSubstr("there is no iframe \"Card\""));
  EXPECT_THAT(error_of_click(R"(button "Pay" inside form "Left")").what(), HasSubstr("there is no form \"Left\""));
}

TEST_F(Targets, AFrameIsFoundByTheSelectorThatAnErrorNames) {
  show(
      "<iframe name=pay srcdoc='<button>Pay</button>'></iframe><iframe id=card "
      "srcdoc='<button>Pay</button>'></iframe>");
  EXPECT_THAT(error_of_click(R"(button "Pay" in iframe "pay")").what(), HasSubstr(R"(write css="[name='pay']")"));
  EXPECT_THAT(error_of_click(R"(button "Pay" in iframe "card")").what(), HasSubstr(R"(write css="[id='card']")"));
  page().click(R"(button "Pay" in css="[name='pay']")");
  page().click(R"(button "Pay" in css="[id='card']")");
}

TEST_F(Targets, TheNthMatchCountsOverFramesInOrder) {
  show(
      "<button>Add</button><iframe title=R srcdoc='<button "
      "onclick=\"document.body.append(7)\">Add</button>'></iframe>");
  expect(page()).count(R"(button "Add")", 2);
  page().click(R"(button "Add" #2)");
  expect(page()).shows(R"(text "7")");
}

TEST_F(Targets, FramesNestAndMayBeNamedFromTheMiddle) {
  show(
      "<iframe title=Outer srcdoc=\"<iframe title=Inner srcdoc='<button>Add</button>'></iframe>"
      "<button>Add</button>\"></iframe><iframe title=Inner "
      "srcdoc='<button>Add</button>'></iframe><button>Add</button>");
  expect(page()).count(R"(button "Add")", 4);
  expect(page()).count(R"(button "Add" in iframe "Outer")", 2);
  expect(page()).count(R"(button "Add" in iframe "Inner")", 2);
  page().click(R"(button "Add" in iframe "Inner" in iframe "Outer")");
  const Error error = error_of_click(R"(button "Add" in iframe "Inner")");
  EXPECT_EQ(error.kind(), ErrorKind::Ambiguous);
}

TEST_F(Targets, AForgedRefIsKnownForWhatItIs) {  // V9
  show("<button>One</button><iframe title=F srcdoc='<button>Two</button>'></iframe>");
  expect(page()).shows(R"(button "Two")");
  page().snapshot();
  for (const char* forged : {"f1_e99", "e99", "f7_e1"}) {
    EXPECT_EQ(error_of_click(forged).kind(), ErrorKind::UnknownRef) << forged;
  }
  for (const char* nonsense : {"f0_e1", "e01", "f1_e0", "e1 in iframe \"F\""}) {
    EXPECT_THAT([&] { page().click(nonsense); }, testing::Throws<Error>()) << nonsense;
  }
}

// Among many elements most are dismissed by their text alone; what style sheets, languages and labels make of a text
// counts all the same.
TEST_F(Targets, AreFoundByEverySourceOfTheirName) {
  std::string html =
      "<style>.n::before { content: 'No. ' } .a::after { content: ' & Co' } .u { text-transform: uppercase }</style>"
      "<a href=# class=u lang=tr>title ışık</a><a href=# class=u lang=el>Άνοιξη</a><a href=# class=u>straße ﬁx</a>"
      "<a href=# style='text-transform: full-width'>abc 1</a><a href=# style='text-transform: "
      "full-size-kana'>ァィっ</a>"
      "<a href=# style='text-transform: capitalize'>one two</a><a href=# style='text-transform: lowercase'>ΟΔΟΣ "
      "İzmir</a>"
      "<a href=# class=n>7</a><a href=# class=a>Sons</a><a href=# class='n a'></a><a href=# title=Tip> </a>"
      "<a href=# aria-label=Other>Text</a><i id=by>By</i><a href=# aria-labelledby=by>Text</a><a href=#>So&shy;ft  "
      "and&nbsp;hard</a>"
      "<button id=b>Ok</button><label for=b>Labelled</label><button>Plain</button><button class=n>8</button>"
      "<h2 id=h>Light</h2><script>h.attachShadow({mode: 'open'}).innerHTML = 'In shadow <slot></slot>'</script>";
  for (int i = 0; i < 40; ++i)
    html += "<a href=#>Link " + std::to_string(i) + "</a> <button>Button " + std::to_string(i) + "</button>";
  show(html);
  const std::string text = page().snapshot().text();
  const std::regex named(R"re(- ((?:link|button|heading) "[^"]+"))re");
  int found = 0;
  for (std::sregex_iterator one(text.begin(), text.end(), named), end; one != end; ++one, ++found) {
    EXPECT_NO_THROW(expect(page()).shows((*one)[1].str())) << (*one)[1];
  }
  EXPECT_GE(found, 97) << text;
}

TEST_F(Targets, AFrameThatCannotBeReadIsReportedIfNothingMatches) {
  show("<button>Pay</button>");
  page().frames().configure({.timeout = specs::soon(std::chrono::milliseconds(300))});
  page().evaluate("document.body.insertAdjacentHTML('beforeend', '<iframe title=Busy srcdoc=\"<p>x\"></iframe>')");
  expect(page()).shows(R"(iframe "Busy")");
  page().evaluate("frames[0].location = 'http://does-not-exist.invalid/', 0");
  const Error error = error_of_click(R"(button "Confirm")");
  EXPECT_EQ(error.kind(), ErrorKind::NotFound);
  EXPECT_THAT(error.what(), HasSubstr("does-not-exist.invalid"));
}

TEST_F(Targets, EveryFormOfATargetFindsItInAFrame) {
  show(
      "<iframe title=F srcdoc='<ul><li>Red <input id=a data-testid=t aria-label=Mail "
      "placeholder=you@x></li></ul>'></iframe>");
  expect(page()).shows(R"(textbox "Mail")");
  for (const char* target : {R"(textbox "Mail")", "textbox /^ma/i", R"(textbox "Mail" in iframe "F")",
                             R"(textbox inside listitem)", R"(textbox "Mail" #1)", "css=#a", "testid=t",
                             "label=\"Mail\"", "placeholder=\"you@x\"", "css=\"li > input\" in iframe \"F\""}) {
    page().fill(target, target);
    EXPECT_EQ(page().value("css=#a"), target);
  }
  expect(page()).shows(R"(text "Red")").shows(R"(text /^r.d/i in iframe "F")");
}

TEST_F(Targets, NoMatchNamesTheNearest) {
  show("<button>Checkout</button>");
  const Error error = error_of_click(R"(button "Chekout")");
  EXPECT_EQ(error.kind(), ErrorKind::NotFound);
  EXPECT_THAT(error.what(), HasSubstr("button \"Checkout\""));
}

TEST_F(Targets, FindByTextCssTestIdLabelAndPlaceholder) {
  show("<p>Order <b>placed</b></p><input id=a data-testid=email aria-label=E-mail placeholder=you@x>");
  expect(page()).shows(R"(text "Order placed")").shows("text /order placed/i");
  for (const char* target : {"css=#a", "testid=email", R"(label="E-mail")", R"(placeholder="you@x")"}) {
    page().fill(target, target);
    EXPECT_EQ(page().value("css=#a"), target);
  }
}

TEST_F(Targets, ACoveredElementNamesWhatCoversIt) {
  show("<button>Pay</button><div class=veil style='position:fixed;inset:0'></div>");
  const Error error = error_of_click(R"(button "Pay")");
  EXPECT_EQ(error.kind(), ErrorKind::NotActionable);
  EXPECT_THAT(error.message(), HasSubstr("is covered by <div class=\"veil\"> in the main frame"));
}

TEST_F(Targets, ADisabledElementIsWaitedFor) {
  show("<button disabled onclick='document.title=9'>Pay</button>");
  EXPECT_THAT(error_of_click(R"(button "Pay")").message(), HasSubstr("is disabled"));
  page().evaluate("setTimeout(() => document.querySelector('button').disabled = false, 50), 0");
  page().click(R"(button "Pay")");
  EXPECT_EQ(page().title(), "9");
}

TEST_F(Targets, AStaleRefNamesBothDocuments) {  // V9
  show("<button>One</button>");
  const std::string ref = page().snapshot().ref(R"(button "One")");
  page().open("data:text/html,<button>Two</button>");
  const Error error = error_of_click(ref);
  EXPECT_EQ(error.kind(), ErrorKind::StaleRef);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("then  about:blank"), HasSubstr("now   data:text/html")));
}

TEST_F(Targets, AnUnknownRefAsksForASnapshot) {  // V9
  show("<button>One</button>");
  EXPECT_EQ(error_of_click("e999").kind(), ErrorKind::UnknownRef);
  EXPECT_EQ(error_of_click("f9_e1").kind(), ErrorKind::UnknownRef);
}

TEST_F(Targets, ARefOfARemovedElementFails) {
  show("<button>One</button>");
  const std::string ref = page().snapshot().ref(R"(button "One")");
  page().evaluate("document.querySelector('button').remove()");
  EXPECT_THAT(error_of_click(ref).message(), HasSubstr("has left its document"));
}

TEST_F(Targets, AStyledCheckboxIsClickedThroughItsLabel) {
  show(
      "<label><input type=checkbox style='position:absolute;opacity:0;width:1px;height:1px'>"
      "<span>I accept</span></label>");
  page().check(R"(checkbox "I accept")");
  expect(page()).state(R"(checkbox "I accept")", ElementState::Checked);
  page().uncheck(R"(checkbox "I accept")");
  expect(page()).state(R"(checkbox "I accept")", ElementState::Unchecked);
}

TEST_F(Targets, AControlMovedOutOfThePageIsClickedThroughItsLabel) {
  for (const std::string place : {"left:-9999px", "top:-9999px", "right:9999px;bottom:9999px"}) {
    for (const std::string direction : {"ltr", "rtl"}) {
      show("<div dir=" + direction +
           " style='height:3000px;padding-top:900px'><input type=checkbox id=i style='position:absolute;" + place +
           "'><label for=i>I accept</label></div>");
      page().evaluate("scrollTo(0, 400)");
      const std::string ref = page().snapshot().ref(R"(checkbox "I accept")");
      page().click(ref);
      EXPECT_EQ(page().evaluate("i.checked"), true) << place << ' ' << direction;
    }
  }
}

TEST_F(Targets, AControlOutOfThePageWithoutALabelIsNoTarget) {
  show("<input type=checkbox aria-label=Hidden style='position:absolute;left:-9999px'>");
  EXPECT_THAT(error_of_click(page().snapshot().ref(R"(checkbox "Hidden")")).message(),
              HasSubstr("is outside the viewport and cannot be scrolled into view"));
}

TEST_F(Targets, SelectByLabelElseByValueElseListTheOptions) {
  show("<select aria-label=Country><option value=de>Germany<option value=ie>Ireland</select>");
  page().select(R"(combobox "Country")", {"Ireland"});
  EXPECT_EQ(page().value(R"(combobox "Country")"), "ie");
  page().select(R"(combobox "Country")", {"de"});
  expect(page()).value(R"(combobox "Country")", "Germany");
  try {
    page().select(R"(combobox "Country")", {"France"}, {specs::soon(std::chrono::milliseconds(200))});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("no option \"France\""), HasSubstr("option \"Ireland\"")));
  }
}

TEST_F(Targets, TypedKeysArriveOneByOne) {
  show("<input aria-label=Name onkeydown='window.keys=(window.keys||\"\")+event.key'>");
  page().type(R"(textbox "Name")", "Ada 1!é", {.clear_first = false, .press_enter = true});
  EXPECT_EQ(page().value(R"(textbox "Name")"), "Ada 1!é");
  EXPECT_EQ(page().evaluate("keys"), "Ada 1!Enter");
}

TEST_F(Targets, FillReplacesAndClearEmpties) {
  show("<input aria-label=Name value=old><textarea aria-label=Note>old</textarea><input type=date aria-label=Day>");
  page().fill(R"(textbox "Name")", "new");
  page().fill(R"(textbox "Note")", "two\nlines");
  page().fill("label=\"Day\"", "2026-02-03");
  EXPECT_EQ(page().value(R"(textbox "Name")"), "new");
  EXPECT_EQ(page().value(R"(textbox "Note")"), "two\nlines");
  EXPECT_EQ(page().value("label=\"Day\""), "2026-02-03");
  page().clear(R"(textbox "Name")");
  EXPECT_EQ(page().value(R"(textbox "Name")"), "");
}

TEST_F(Targets, ChordsAreCommands) {
  show("<input aria-label=Name value=old>");
  page().press(R"(textbox "Name")", "Control+A");
  page().keyboard().press("Backspace");
  EXPECT_EQ(page().value(R"(textbox "Name")"), "");
}

TEST_F(Targets, AnAlertDoesNotStopTheTest) {
  show("<button onclick='alert(1); document.title=3'>Ask</button>");
  page().click(R"(button "Ask")");
  EXPECT_EQ(page().title(), "3");
}

TEST_F(Targets, AFailedExpectationReportsTheLastSeenValue) {
  show("<input aria-label=Name value=Ada>");
  try {
    expect(page()).within(std::chrono::seconds(2)).value(R"(textbox "Name")", "Grace");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Assertion);
    EXPECT_EQ(error.message(),
              "expected the value of textbox \"Name\" to be \"Grace\" within 2 s, but its value is \"Ada\"");
  }
}

TEST_F(Targets, APageThatSpinsEndsInATypedErrorAndCanBeLeft) {
  show("<button>One</button>");
  page().evaluate("setTimeout(() => { for (;;); }, 0), 0");
  const Error error = error_of_click(R"(button "One")");
  EXPECT_EQ(error.kind(), ErrorKind::Timeout);
}

}  // namespace
