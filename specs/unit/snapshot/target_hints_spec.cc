// Hints for targets that nothing matches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/snapshot/names_on_page.h"
#include "casement/snapshot/target_match.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(TargetHints, HintsThatAQuotedTextIsContentAndNoName) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"alert", 4}),
      run(1, "Wrong user or password"),
      node(0, {"textbox", 5, "User"}),
      node(0, {"listitem", 6, "First"}),
      run(1, "Pour"),
      node(0, {"listitem", 7}),
      run(1, "Pour"),
  })));
  EXPECT_EQ(error_of(page, R"(alert "Wrong user or password")").full_text(),
            "nothing matches alert \"Wrong user or password\"\n"
            "  alert e4 has this text inside, and no name; write alert that has text \"Wrong user or password\"");
  EXPECT_THAT(
      error_of(page, R"(listitem "Pour")").trail(),
      ElementsAre("listitem e6 has this text inside, and the name \"First\"; write listitem that has text \"Pour\"",
                  "listitem e7 has this text inside, and no name; write listitem that has text \"Pour\""));
  EXPECT_THAT(
      error_of(page, R"(alert "user or")").trail(),
      ElementsAre("alert e4 has a text with these words inside, and no name; write alert that has text /user or/"));
  EXPECT_THAT(error_of(page, R"(listitem /^Pou/)").trail()[1], HasSubstr("write listitem that has text /^Pou/"));
}

TEST(TargetHints, HintsThatANameIsShownAsAText) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"paragraph"}),
      run(1, "Download to:"),
      node(0, {"textbox", 3}),
      node(0, {"cell", 4, "08/Nov/2026"}),
      node(0, {"cell", 5, "2"}),
  })));
  EXPECT_THAT(error_of(page, R"(heading "Download to:")").trail(),
              ElementsAre("the page shows it as text, not as the name of a heading; use text \"Download to:\""));
  EXPECT_THAT(error_of(page, R"(textbox "Download to:")").trail(),
              ElementsAre("the page shows it as text, but no textbox has it as its name",
                          "without a name: e3  textbox; write textbox"));
  EXPECT_THAT(error_of(page, R"(option "Download to:")").trail(),
              ElementsAre("the page shows it as text, not as the name of an option; use text \"Download to:\""));
  EXPECT_THAT(error_of(page, R"(textbox "Server")").trail(), ElementsAre("without a name: e3  textbox; write textbox"));
  EXPECT_EQ(error_of(page, R"(cell "28/Nov/2026")").trail().front(), "nearest: cell \"08/Nov/2026\" (e4)");
  EXPECT_EQ(error_of(page, R"(cell /^09\/Nov\/2026/)").trail().front(), "nearest: cell \"08/Nov/2026\" (e4)");
}

// The tree leaves out most elements without a role.
TEST(TargetHints, NamesTheMissingPartOfASurroundingWithoutARole) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"heading", 3, "Gannet"}),
      node(0, {"button", 4, "Hire"}),
  })));
  const Error error =
      error_of(page, R"(button "Hire" inside generic that has heading "Ganet" that has button "Hire" #last)");
  EXPECT_THAT(error.message(), HasSubstr(R"(: there is no heading "Ganet")"));
  EXPECT_THAT(error.trail(), ElementsAre("nearest: heading \"Gannet\" (e3)"));
  EXPECT_THAT(error_of(page, R"(link "Hire" inside generic that has heading "Gannet")").full_text(),
              Not(HasSubstr("no generic")));
}

TEST(TargetHints, TellsHowToReachWhatStandsBesideAHeading) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"heading", 3, "Gannet"}),
      node(0, {"button", 4, "Hire"}),
  })));
  EXPECT_THAT(error_of(page, R"(button "Hire" inside heading "Gannet")").trail(),
              ElementsAre(R"(heading "Gannet" does not contain button "Hire"; for one beside it, write button "Hire" )"
                          R"(inside generic that has heading "Gannet" that has button "Hire" #last)",
                          "there is e4  button \"Hire\""));
}

TEST(TargetHints, NamesFieldsForALabelThatIsShownAsAText) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"generic"}),
      run(1, "Doctor"),
      node(0, {"textbox", 3, "Doctor"}),
      node(0, {"paragraph"}),
      run(1, "Note"),
  })));
  EXPECT_THAT(error_of(page, "combobox 'Doctor'").trail(), ElementsAre("nearest: textbox \"Doctor\" (e3)"));
  EXPECT_THAT(
      error_of(page, "textbox 'Note'").trail(),
      ElementsAre("the page shows it as text, but no textbox has it as its name", "textboxes on the page: \"Doctor\""));
}

TEST(TargetHints, FindsAShownTextWithoutRegardToCase) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"paragraph"}),
      run(1, "Über  uns"),
      node(0, {"alert", 4}),
      run(1, "Wrong user or password"),
      node(0, {"button", 5, "Pay now"}),
      node(0, {"link", 6, "Sign in"}),
  })));
  EXPECT_THAT(error_of(page, R"(heading "über Uns")").trail(),
              ElementsAre("the page shows it as text with other capital letters, not as the name of a heading; "
                          "use text \"Über uns\""));
  EXPECT_THAT(error_of(page, "heading /über/").trail(),
              ElementsAre("the page shows it as text with other capital letters, not as the name of a heading; "
                          "use text /über/i"));
  EXPECT_THAT(error_of(page, R"(alert "WRONG user or password")").trail(),
              ElementsAre("alert e4 has this text with other capital letters inside, and no name; write alert that "
                          "has text \"Wrong user or password\""));
  EXPECT_THAT(error_of(page, R"(alert "wrong user")").trail(),
              ElementsAre("alert e4 has a text with these words inside, and no name; write alert that has text "
                          "/wrong user/i"));
}

TEST(TargetHints, NamesTheNearestIfOnlyTheCaseOfANameDiffers) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"button", 5, "Pay now"}),
      node(0, {"link", 6, "Sign in"}),
  })));
  EXPECT_THAT(error_of(page, R"(button "pay now")").trail().front(), "nearest: button \"Pay now\" (e5)");
  EXPECT_THAT(error_of(page, R"(button "sign in")").trail().front(), "nearest: link \"Sign in\" (e6)");
  EXPECT_THAT(error_of(page, R"(button "Sign in")").trail().front(), "nearest: link \"Sign in\" (e6)");
  EXPECT_THAT(error_of(page, R"(button "Pay now" that has text "soon")").trail().front(),
              "nearest: button \"Pay now\" (e5)");
}

TEST(TargetHints, NamesTheSelectorOfAFrameThatWasMeantByItsAttribute) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"iframe", 2, "", "", {"/name=pay"}}),
      node(0, {"iframe", 3, "", "", {"/id=card"}}),
      node(0, {"iframe", 4, "Bank", "", {"/name=bank"}}),
      node(0, {"button", 5, "Pay"}),
  })));
  const Error error = error_of(page, R"(button "Pay" in iframe "pay")");
  EXPECT_THAT(error.what(), HasSubstr("there is no iframe \"pay\""));
  EXPECT_THAT(
      error.trail(),
      ElementsAre("iframe e2 has this text as its name attribute, and no accessible name; write css=\"[name='pay']\""));
  EXPECT_THAT(
      error_of(page, R"(iframe "card")").trail(),
      ElementsAre("iframe e3 has this text as its id attribute, and no accessible name; write css=\"[id='card']\""));
  EXPECT_THAT(error_of(page, R"(iframe "bank")").trail(),
              ElementsAre("iframe e4 has this text as its name attribute, and the accessible name \"Bank\"; write "
                          "css=\"[name='bank']\""));
}

TEST(TargetHints, ListsTheNamesOnThePageIfNothingIsNear) {
  const Snapshot page = page_of(main_frame(document({
      node(0, {"heading", 2, "Orders"}),
      node(0, {"button", 3, "Explore"}),
      node(0, {"button", 4, "Try it out"}),
      node(0, {"button", 5, "Explore"}),
      node(0, {"button", 6, "Cancel"}),
      node(0, {"button", 7, "Back"}),
      node(0, {"button", 8, "Next page"}),
      node(0, {"textbox", 9, "Email"}),
  })));
  EXPECT_THAT(error_of(page, R"(button "Send request")").trail(),
              ElementsAre(R"(buttons on the page: "Explore", "Try it out", "Cancel", "Back", "Next page")"));
  EXPECT_THAT(error_of(page, R"(textbox "Voucher")").trail(), ElementsAre(R"(textboxes on the page: "Email")"));
  EXPECT_THAT(error_of(page, R"(link "Conditions")").trail(), ElementsAre("the page has no link"));
  EXPECT_THAT(error_of(page, R"(text "It is paid")").trail(), ElementsAre(R"(headings on the page: "Orders")"));
  TargetStep label;
  label.kind = TargetStep::Kind::Label;
  label.name = TextPattern::exact("Voucher");
  EXPECT_THAT(names_on_page(page.nodes(), label), ElementsAre(R"(fields on the page: "Email")"));
  TargetStep selector;
  selector.kind = TargetStep::Kind::Css;
  selector.css = "#voucher";
  EXPECT_THAT(names_on_page(page.nodes(), selector), ElementsAre(R"(headings on the page: "Orders")"));
}

TEST(TargetHints, NamesSimilarRolesIfThePageDoesNotHaveTheRole) {
  const Snapshot page =
      page_of(main_frame(document({node(0, {"treegrid", 1, "Orders"}), node(0, {"button", 2, "Pay"})})));
  EXPECT_THAT(error_of(page, "grid").trail(), ElementsAre("the page has no grid; it has treegrid"));
  EXPECT_THAT(error_of(page, "dialog").trail(), ElementsAre("the page has no dialog"));
}

TEST(TargetHints, ListsTheFirstNamesOfALongPage) {
  std::vector<std::string> rows;
  for (int i = 1; i <= 20; ++i) rows.push_back(node(0, {"button", i, "B" + std::to_string(i)}));
  const std::vector<std::string> trail = error_of(page_of(main_frame(document(rows))), R"(button "Send")").trail();
  EXPECT_THAT(trail, ElementsAre(testing::EndsWith(R"("B14", "B15" and 5 more)")));
}

TEST(TargetHints, ListsTheTextsOfAPageWithoutHeadings) {
  const Snapshot page = page_of(main_frame(document({node(0, {"paragraph"}), run(1, "LOADING")})));
  EXPECT_THAT(error_of(page, R"(text "It is paid")").trail(), ElementsAre(R"(texts on the page: "LOADING")"));
}

}  // namespace
}  // namespace casement::spec
