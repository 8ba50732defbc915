#include "casement/snapshot/target_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Three "Add" buttons: two in named list items, one in a frame that stands before the second.
Snapshot shop() {
  return page_of(
      main_frame(document({
          node(0, {"list", 1, "Kettles"}),
          node(1, {"listitem", 2, "Blue kettle"}),
          node(2, {"button", 14, "Add"}),
          node(1, {"iframe", 3, "Recommended", "", {"?frame=visible"}}),
          node(1, {"listitem", 4, "Red kettle"}),
          node(2, {"button", 19, "Add"}),
          node(0, {"textbox", 20, "Card number", "", {"/placeholder=1234 1234"}}),
          node(0, {"searchbox", 21, "Search"}),
          node(0, {"heading", 22, "Total €42"}),
          node(0, {"paragraph"}),
          run(1, "Order"),
          node(1, {"link", 23, "1234"}),
          run(1, "placed"),
      })),
      child_frame(2, 0, 3, document({node(0, {"button", 3, "Add"}), node(0, {"paragraph"}), run(1, "Free returns")})));
}

std::vector<std::string> refs(const Snapshot& page, const char* target) {
  std::vector<std::string> found;
  for (const SnapshotMatch& match : page.find(target)) {
    found.push_back(match.ref.empty() ? "in " + match.owner_ref : match.ref);
  }
  return found;
}

TEST(TargetMatch, FindsByRoleAndName) {
  EXPECT_EQ(shop().ref(R"(textbox "Card number")"), "e20");
  EXPECT_THAT(refs(shop(), R"(textbox "Card")"), IsEmpty());
  EXPECT_THAT(refs(shop(), R"(button "Card number")"), IsEmpty());
}

TEST(TargetMatch, FindsByRoleAlone) {
  EXPECT_EQ(shop().ref("searchbox"), "e21");
}

TEST(TargetMatch, FindsByRegularExpression) {
  EXPECT_EQ(shop().ref("textbox /card NUMBER/i"), "e20");
  EXPECT_THAT(refs(shop(), "textbox /card NUMBER/"), IsEmpty());
  EXPECT_EQ(shop().ref(R"(heading /€\d+$/)"), "e22");
}

TEST(TargetMatch, NormalisesWhiteSpace) {
  const Snapshot page = page_of(main_frame(document({node(0, {"button", 1, "Pay\u00A0now"})})));
  EXPECT_EQ(page.ref(R"(button " Pay   now ")"), "e1");
}

TEST(TargetMatch, SearchesTheMainFrameFirst) {
  EXPECT_THAT(refs(shop(), R"(button "Add")"), ElementsAre("e14", "e19", "f2_e3"));
}

TEST(TargetMatch, CountsFromOne) {
  EXPECT_EQ(shop().ref(R"(button "Add" #2)"), "e19");
  EXPECT_EQ(shop().ref(R"(button "Add" #3)"), "f2_e3");
  EXPECT_THAT(refs(shop(), R"(button "Add" #4)"), IsEmpty());
}

TEST(TargetMatch, LooksInsideAncestors) {
  EXPECT_EQ(shop().ref(R"(button "Add" inside listitem "Red kettle")"), "e19");
  EXPECT_EQ(shop().ref(R"(button "Add" inside listitem "Blue kettle" inside list "Kettles")"), "e14");
  EXPECT_THAT(refs(shop(), R"(button "Add" inside list "Kettles" inside listitem "Blue kettle")"), IsEmpty());
}

TEST(TargetMatch, LooksInsideTheNthAncestor) {
  EXPECT_EQ(shop().ref(R"(button "Add" inside listitem #2)"), "e19");
}

// List items take no name from their content.
TEST(TargetMatch, RecognizesANamelessAncestorByItsContent) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"list", 1}),
      node(1, {"listitem", 2}),
      node(2, {"heading", 3, "Blue kettle"}),
      node(2, {"button", 4, "Add"}),
      node(1, {"listitem", 5}),
      run(2, "Red kettle"),
      node(2, {"button", 6, "Add"}),
      node(1, {"listitem", 7, "Green kettle"}),
      run(2, "Blue kettle"),
      node(2, {"button", 8, "Add"}),
  })));
  EXPECT_THAT(refs(page, R"(button "Add" inside listitem "Blue kettle")"), ElementsAre("e4"));
  EXPECT_THAT(refs(page, R"(button "Add" inside listitem "Red kettle")"), ElementsAre("e6"));
  EXPECT_THAT(refs(page, R"(button "Add" inside listitem /^Red/)"), ElementsAre("e6"));
  EXPECT_THAT(refs(page, R"(button "Add" inside listitem "kettle")"), IsEmpty());
  EXPECT_THAT(refs(page, R"(button "Add" inside list "Red kettle")"), ElementsAre("e4", "e6", "e8"));
}

// As in a page, where each document is asked for itself.
TEST(TargetMatch, StaysInTheDocumentInside) {
  EXPECT_THAT(refs(shop(), R"(button "Add" inside list "Kettles")"), ElementsAre("e14", "e19"));
  EXPECT_THAT(refs(shop(), R"(button inside list "Kettles" in iframe)"), IsEmpty());
}

TEST(TargetMatch, CountsAncestorsInsideTheNextOne) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"list", 1, "Cups"}),
      node(1, {"listitem", 2}),
      node(2, {"button", 3, "Add"}),
      node(0, {"list", 4, "Pots"}),
      node(1, {"listitem", 5}),
      node(2, {"button", 6, "Add"}),
      node(1, {"listitem", 7}),
      node(2, {"button", 8, "Add"}),
  })));
  EXPECT_THAT(refs(page, R"(button inside listitem #1 inside list "Pots")"), ElementsAre("e6"));
  EXPECT_THAT(refs(page, R"(button inside listitem #2 inside list "Pots")"), ElementsAre("e8"));
  EXPECT_THAT(refs(page, R"(button inside listitem #2)"), ElementsAre("e6"));
  EXPECT_THAT(refs(page, R"(button inside listitem #2 inside list "Cups")"), IsEmpty());
}

TEST(TargetMatch, KnowsAnElementByTheTextInIt) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"list", 1}),
      node(1, {"listitem", 2}),
      run(2, "Pour"),
      node(2, {"button", 3, "Add"}),
      node(1, {"listitem", 4, "Named"}),
      node(2, {"paragraph"}),
      run(3, "Boil"),
      node(2, {"button", 5, "Add"}),
      node(1, {"listitem", 6}),
      node(2, {"textbox", 7, "Note"}),
      value(3, "Pour"),
  })));
  EXPECT_EQ(page.ref(R"(listitem that has text "Pour")"), "e2");
  EXPECT_EQ(page.ref(R"(button "Add" inside listitem "Named" that has text /^boi/i)"), "e5");
  EXPECT_EQ(page.ref(R"(button that has text "Add" #2)"), "e5");
  EXPECT_THAT(refs(page, R"(listitem that has text "Pou")"), IsEmpty());
  EXPECT_THAT(error_of(page, R"(listitem that has text "Stir")").what(), HasSubstr("that has text \"Stir\""));
}

TEST(TargetMatch, LooksInFrames) {
  EXPECT_EQ(shop().ref(R"(button "Add" in iframe "Recommended")"), "f2_e3");
  EXPECT_EQ(shop().ref(R"(button "Add" in iframe)"), "f2_e3");
  EXPECT_THAT(refs(shop(), R"(button "Add" in iframe "Other")"), IsEmpty());
}

TEST(TargetMatch, LooksInFramesOfFrames) {
  const Snapshot page =
      page_of(main_frame(document({node(0, {"iframe", 1, "hooks", "", {"?frame=visible"}})})),
              child_frame(1, 0, 1, document({node(0, {"iframe", 1, "bank", "", {"?frame=visible"}})})),
              child_frame(2, 1, 1, document({node(0, {"textbox", 1, "Code"})})));
  EXPECT_EQ(page.ref(R"(textbox "Code" in iframe "bank" in iframe "hooks")"), "f2_e1");
  EXPECT_EQ(page.ref(R"(textbox "Code" in iframe "hooks")"), "f2_e1");
  EXPECT_THAT(refs(page, R"(textbox "Code" in iframe "hooks" in iframe "bank")"), IsEmpty());
}

TEST(TargetMatch, FindsByPlaceholder) {
  EXPECT_EQ(shop().ref(R"(placeholder="1234 1234")"), "e20");
  EXPECT_EQ(shop().ref(R"(placeholder="Search")"), "e21");
}

TEST(TargetMatch, FindsARef) {
  EXPECT_EQ(shop().ref("f2_e3"), "f2_e3");
  EXPECT_EQ(error_of(shop(), "f2_e4").kind(), ErrorKind::UnknownRef);
}

TEST(TargetMatch, FindsTextInItsRun) {
  EXPECT_THAT(refs(shop(), R"(text "Free returns")"), ElementsAre("in e3"));
  EXPECT_THAT(refs(shop(), "text /free/i"), ElementsAre("in e3"));
}

TEST(TargetMatch, FindsTextThatIsAName) {
  EXPECT_EQ(shop().ref(R"(text "Total €42")"), "e22");
}

TEST(TargetMatch, FindsTextOverSeveralRuns) {
  const auto found = shop().find(R"(text "Order 1234 placed")");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].label, "paragraph");
  EXPECT_THAT(refs(shop(), R"(text /Order \d+ placed/)"), testing::SizeIs(1));
}

TEST(TargetMatch, DoesNotMistakeALabelledControlForItsLabel) {
  const Snapshot page = page_of(
      main_frame(document({run(0, "Terms"), node(0, {"checkbox", 1, "Terms"}), node(0, {"textbox", 2, "Terms"})})));
  EXPECT_EQ(page.find_text({"Terms"}).size(), 1u);
}

TEST(TargetMatch, FindsACheckboxNamedByItsContent) {
  const Snapshot page = page_of(main_frame(document({node(0, {"checkbox", 1, "Terms"})})));
  EXPECT_EQ(page.ref(R"(text "Terms")"), "e1");
}

TEST(TargetMatch, DoesNotMatchAValueAsText) {
  const Snapshot page = page_of(main_frame(document({node(0, {"textbox", 1}), value(1, "Ada")})));
  EXPECT_THAT(page.find_text({"Ada"}), IsEmpty());
}

TEST(TargetMatch, RefusesTargetsThatOnlyThePageKnows) {
  for (const char* target : {"css=#pay", "testid=pay", R"(label="Email")", "alt=Logo", "title=Close"}) {
    const Error error = error_of(shop(), target);
    EXPECT_EQ(error.kind(), ErrorKind::Usage) << target;
    EXPECT_THAT(error.what(), HasSubstr("a snapshot cannot answer"));
  }
}

TEST(TargetMatch, ListsTheMatchesOfAnAmbiguousTarget) {
  const Error error = error_of(shop(), R"(button "Add")");
  EXPECT_EQ(error.kind(), ErrorKind::Ambiguous);
  EXPECT_EQ(error.full_text(),
            "button \"Add\" matches 3 elements; make the target more specific:\n  e14  button \"Add\" inside listitem "
            "\"Blue kettle\"\n  e19  button \"Add\" inside listitem \"Red kettle\"\n  f2_e3  button \"Add\" in iframe "
            "\"Recommended\"");
}

TEST(TargetMatch, NumbersMatchesWithTheSameDescription) {
  const Snapshot page = page_of(main_frame(document({node(0, {"button", 1, "Add"}), node(0, {"button", 2, "Add"})})));
  EXPECT_EQ(error_of(page, R"(button "Add")").trail(),
            (std::vector<std::string>{"e1  button \"Add\" #1", "e2  button \"Add\" #2"}));
}

TEST(TargetMatch, DistinguishesMatchesByTheTextBesideThem) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"list", 1}),
      node(1, {"listitem", 2}),
      run(2, "Tea"),
      run(2, "Sencha"),
      node(2, {"button", 3, "Add"}),
      node(1, {"listitem", 4}),
      run(2, "Tea"),
      run(2, "Assam"),
      node(2, {"button", 5, "Add"}),
      node(0, {"button", 6, "Add"}),
  })));
  const Error error = error_of(page, R"(button "Add")");
  EXPECT_THAT(error.trail(),
              ElementsAre("e3  button \"Add\" inside listitem that has text \"Sencha\"",
                          "e5  button \"Add\" inside listitem that has text \"Assam\"", "e6  button \"Add\" #3"));
  EXPECT_EQ(page.ref(R"(button "Add" inside listitem that has text "Assam")"), "e5");
}

TEST(TargetMatch, NamesTheNearest) {
  const Error error = error_of(shop(), R"(textbox "Crad number")");
  EXPECT_EQ(error.kind(), ErrorKind::NotFound);
  EXPECT_EQ(error.full_text(), "nothing matches textbox \"Crad number\"\n  nearest: textbox \"Card number\" (e20)");
}

TEST(TargetMatch, TakesExpressionsThatAreFoundInNoText) {
  const Snapshot page =
      page_of(main_frame(document({node(0, {"listitem", 4}), run(1, "Pour"), node(0, {"button", 5, ""})})));
  EXPECT_EQ(page.find("button /x*/").size(), 1u);
  EXPECT_EQ(page.find("listitem that has text /x*/").size(), 1u);
  EXPECT_GE(page.find("text /.*/").size(), 1u);
  EXPECT_EQ(page.find("text /^$/").size(), 0u);
}

TEST(TargetMatch, FindsElementsByTheirContent) {
  EXPECT_THAT(refs(shop(), R"(listitem that has button "Add")"), ElementsAre("e2", "e4"));
  EXPECT_THAT(refs(shop(), R"(list that has listitem that has button "Add")"), ElementsAre("e1"));
  EXPECT_THAT(refs(shop(), R"(listitem #last)"), ElementsAre("e4"));
  EXPECT_THAT(refs(shop(), R"(searchbox or heading or textbox #2)"), ElementsAre("e21"));
  EXPECT_EQ(error_of(shop(), R"(list that has button "Ad")").full_text(),
            "nothing matches list that has button \"Ad\": there is no button \"Ad\"\n"
            "  nearest: button \"Add\" inside listitem \"Blue kettle\" (e14)\n"
            "  nearest: button \"Add\" in iframe \"Recommended\" (f2_e3)\n"
            "  nearest: button \"Add\" inside listitem \"Red kettle\" (e19)");
}

TEST(TargetMatch, NamesTheSameNameInAnotherRole) {
  EXPECT_THAT(error_of(shop(), R"(button "Search")").trail(), testing::Contains("nearest: searchbox \"Search\" (e21)"));
}

TEST(TargetMatch, ReportsThatTheAncestorIsMissing) {
  const Error error = error_of(shop(), R"(button "Add" inside listitem "Blue ketle")");
  EXPECT_THAT(error.what(), HasSubstr("there is no listitem \"Blue ketle\""));
  EXPECT_THAT(error.trail(), ElementsAre("nearest: listitem \"Blue kettle\" inside list \"Kettles\" (e2)",
                                         "nearest: listitem \"Red kettle\" inside list \"Kettles\" (e4)"));
}

TEST(TargetMatch, ReportsOtherPlacesOfTheElement) {
  const Error error = error_of(shop(), R"(textbox "Card number" inside list "Kettles")");
  EXPECT_THAT(error.trail(), ElementsAre("there is e20  textbox \"Card number\""));
}

TEST(TargetMatch, NamesTheFramesThatCouldNotBeRead) {
  const Snapshot page =
      page_of(main_frame(document({node(0, {"iframe", 31, "Bank", "", {"?frame=visible"}})})),
              failed_frame(1, 0, 31, FrameFailure::TimedOut, "no answer within 2 s", "http://acs.bank.test/"));
  EXPECT_THAT(error_of(page, "button").trail(),
              testing::Contains("frame e31 \"Bank\" → http://acs.bank.test/: timed_out: no answer within 2 s"));
}

TEST(TargetMatch, FindsTextAndExpressionsInEveryFrame) {
  const Snapshot page = framed_page();
  ASSERT_EQ(page.find_text(TextPattern::exact("three digits")).size(), 1u);
  EXPECT_EQ(page.find_text(TextPattern::exact("three digits"))[0].context,
            "inside form \"Code\" in iframe \"Code frame\"");
  EXPECT_EQ(page.find_text(TextPattern::regex("^three|^pay", "i")).size(), 2u);
  EXPECT_TRUE(page.find_text(TextPattern::regex("THREE", "")).empty());
  ASSERT_EQ(page.find(R"(textbox /c(ard|ode)/i)").size(), 2u);
  EXPECT_EQ(page.find(R"(textbox /c(ard|ode)/i)")[1].ref, "f2_e1");
  EXPECT_EQ(page.ref(R"(textbox in iframe "Code frame" in iframe "Card")"), "f2_e1");
  const Error error = error_of(page, R"(button "Confirn")");
  EXPECT_THAT(error.trail(),
              testing::Contains("frame e3 \"Bank\" → http://acs.bank.test/challenge: timed_out: no answer within 2 s"));
}

TEST(TargetMatch, ReportsAnElementWithoutARef) {
  EXPECT_THAT(error_of(shop(), "paragraph #1").what(), HasSubstr("has no ref"));
}

TEST(TargetMatch, RanksTheNearest) {
  const auto nearest = nearest_matches(shop(), R"(listitem "Red kettl")", 1);
  ASSERT_EQ(nearest.size(), 1u);
  EXPECT_EQ(nearest[0].ref, "e4");
}

}  // namespace
}  // namespace casement::spec
