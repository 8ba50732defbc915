// Two searches read one notation: the page's, in JavaScript, and a snapshot's, in C++. They find the same.
#include <casement/testing.h>

#include <string>
#include <vector>

#include "casement/find/find_elements.h"
#include "specs/browser/targets_fixture.h"

namespace {

using namespace casement;
using testing::ElementsAre;

constexpr const char* kPage = R"html(<!doctype html><title>T</title><h1>Tea shop</h1>
<nav aria-label=Main><a href=#a>Home</a> <a href=#b>Teas</a></nav>
<ul aria-label=Cups>
  <li>Pour <button>Add</button></li>
  <li><h2>Blue kettle</h2><p>Boil <b>slowly</b></p><button>Add</button><input aria-label=Count value=Stir></li>
</ul>
<ul aria-label=Pots>
  <li hidden>Hidden <button>Add</button></li>
  <li>Green kettle <button>Add</button><button>Remove</button></li>
  <li aria-label=Red>Boil <button>Add</button><button aria-label=Pour>x</button></li>
  <li><span style='display:none'>Pour</span>Steep <button>Add</button></li>
</ul>
<table><caption>Orders</caption><tr><th>Tea<th>Price</tr><tr><td>Assam<td>4 €</tr><tr><td>Darjeeling<td>5 €</tr></table>
<form aria-label=Pay><label>E-mail <input placeholder=you@x></label><label><input type=checkbox> Terms</label>
  <select aria-label=Country><option>Ireland<option>Italy</select><button>Pay 4 €</button></form>
<div role=dialog aria-label=Hello><p>Order <b>17</b> placed</p><button>Close</button></div>
<iframe title=Card srcdoc='<ul aria-label=Cards><li>Pour <button>Add</button></li><li>Gold <button>Add</button></li></ul><iframe title=Inner srcdoc="<button>Add</button>"></iframe>'></iframe>
<iframe title=Adverts srcdoc='<button>Add</button><p>Pour'></iframe>)html";

class TargetSearch : public specs::Targets {
 protected:
  void SetUp() override {
    BrowserTest::SetUp();  // with the patience of every page
    page().open("about:blank");
    page().evaluate("document.write(" + nlohmann::json(kPage).dump() + "); document.close()");
    expect(page()).count(R"(button "Add")", 9);
  }
};

TEST_F(TargetSearch, FindsTheSameInThePageAndInASnapshot) {
  const Snapshot snapshot = page().snapshot();
  int matches = 0;
  for (const char* target : {R"(button)",
                             R"(button "Add")",
                             R"(button "Add" #2)",
                             R"(button "Add" #9)",
                             R"(button "Add" #10)",
                             R"(button "Add" #last)",
                             R"(button "Subtract" #last)",
                             R"(button "Add" inside listitem #last)",
                             R"(button "Add" inside listitem #last inside list "Cups")",
                             R"(button "Add" #last in iframe "Card")",
                             R"(listitem that has button "Remove")",
                             R"(listitem that has button)",
                             R"(listitem that has button "Add" that has heading)",
                             R"(listitem that has text /kettle/ that has button "Remove")",
                             R"(row that has cell "4 €")",
                             R"(row that has columnheader)",
                             R"(list that has listitem that has text "Gold")",
                             R"(button "Add" inside listitem that has button "Pour")",
                             R"(button "Remove" or button "Close")",
                             R"(button "Close" or button "Remove" #2)",
                             R"(button "Add" or text "Home" #last)",
                             R"(link or heading or text "Assam")",
                             R"(heading "Blue kettle" or button "Add" inside listitem)",
                             R"(text /Order/ or listitem that has heading)",
                             R"(button "add")",
                             "button /add/i",
                             R"(button "Pour")",
                             R"(link "Teas")",
                             R"(heading /tea|kettle/i)",
                             R"(listitem)",
                             R"(listitem #3)",
                             R"(listitem "Red")",
                             R"(listitem "Pour")",
                             R"(textbox)",
                             R"(placeholder="you@x")",
                             R"(checkbox "Terms")",
                             R"(combobox "Country")",
                             R"(cell "Assam")",
                             R"(row)",
                             R"(table "Orders")",
                             R"(iframe)",
                             R"(iframe "Card")",
                             R"(dialog "Hello")",
                             R"(button "Add" inside listitem)",
                             R"(button "Add" inside listitem #1)",
                             R"(button "Add" inside listitem #2)",
                             R"(button "Add" inside listitem #3)",
                             R"(button "Add" inside listitem #4)",
                             R"(button "Add" inside listitem #5)",
                             R"(button "Add" inside listitem #6)",
                             R"(button #2 inside listitem #3)",
                             R"(button inside listitem #2 inside list "Pots")",
                             R"(button inside listitem #1 inside list #2)",
                             R"(button inside list #1)",
                             R"(button inside list "Pots" inside list)",
                             R"(button inside listitem "Pour")",
                             R"(button inside listitem "Red")",
                             R"(button inside listitem "Blue kettle")",
                             R"(button inside listitem "Hidden")",
                             R"(button inside listitem "Stir")",
                             R"(button inside listitem /kettle/)",
                             R"(button inside listitem /kettle/ #2)",
                             R"(button inside listitem /boil/i #1)",
                             R"(listitem that has text "Pour")",
                             R"(listitem that has text "Pour" #2)",
                             R"(listitem that has text /boil/i)",
                             R"(listitem that has text "Boil slowly")",
                             R"(listitem that has text "Hidden")",
                             R"(listitem that has text "Stir")",
                             R"(listitem "Red" that has text "Boil")",
                             R"(listitem "Red" that has text "Pour")",
                             R"(button that has text "Pour")",
                             R"(button that has text "Add" #2)",
                             R"(button inside listitem that has text "Green kettle")",
                             R"(button "Add" inside listitem that has text "Pour" #1)",
                             R"(list that has text "Steep")",
                             R"(list that has text "Gold")",
                             R"(dialog that has text "Order 17 placed")",
                             R"(dialog that has text /\d+/)",
                             R"(form that has text "E-mail")",
                             R"(row that has text "5 €")",
                             R"(cell inside row that has text "Assam")",
                             R"(button in iframe)",
                             R"(button in iframe "Card")",
                             R"(button in iframe "Inner")",
                             R"(button in iframe "Inner" in iframe "Card")",
                             R"(button in iframe "Card" in iframe "Inner")",
                             R"(button in iframe #1)",
                             R"(button in iframe #2)",
                             R"(button "Add" #2 in iframe "Card")",
                             R"(button inside listitem #2 in iframe "Card")",
                             R"(button inside listitem that has text "Gold" in iframe /^C/)",
                             R"(listitem that has text "Pour" in iframe)"}) {
    const std::vector<std::string> by_page = found_by_page(target);
    std::vector<std::string> by_snapshot;
    for (const SnapshotMatch& match : snapshot.find(target)) by_snapshot.push_back(match.ref);
    matches += static_cast<int>(by_page.size());
    if (by_page.size() != by_snapshot.size()) {
      ADD_FAILURE() << target << "\n" << testing::PrintToString(by_page) << testing::PrintToString(by_snapshot);
      continue;
    }
    for (std::size_t i = 0; i < by_page.size(); ++i) {
      if (!by_snapshot[i].empty()) {
        EXPECT_EQ(by_page[i], by_snapshot[i]) << target;
      }
    }
  }
  EXPECT_GT(matches, 100);
}

// The element that shows a text may have no ref of its own in a snapshot.
TEST_F(TargetSearch, FindsAsManyTexts) {
  const Snapshot snapshot = page().snapshot();
  for (const char* target :
       {R"(text "Pour")", R"(text "Boil slowly")", R"(text "Hidden")", R"(text "Stir")", R"(text "Order 17 placed")",
        "text /order/i", R"(text "Assam")", R"(text "Terms")", R"(text "Green kettle")", R"(text "Pour" inside list)",
        R"(text "Pour" in iframe "Adverts")", R"(text "Add" inside listitem #2)"}) {
    EXPECT_EQ(found_by_page(target).size(), snapshot.find(target).size()) << target;
  }
}

// `Boil <b>slowly</b>` is one run in a snapshot, which does not know the element any more.
TEST_F(TargetSearch, FindsAPartOfARunInThePageAlone) {
  const Snapshot snapshot = page().snapshot();
  EXPECT_EQ(found_by_page(R"(text "slowly")").size(), 1u);
  EXPECT_EQ(found_by_page(R"(listitem that has text "slowly")").size(), 1u);
  EXPECT_EQ(snapshot.find(R"(text "slowly")").size(), 0u);
  EXPECT_EQ(snapshot.find(R"(listitem that has text "slowly")").size(), 0u);
  EXPECT_EQ(snapshot.find("listitem that has text /slowly/").size(), 1u);
}

TEST_F(TargetSearch, CountsAnAncestorByItsNumber) {
  const Snapshot snapshot = page().snapshot();
  EXPECT_THAT(found_by_page(R"(button "Remove" inside listitem #3)"), ElementsAre(snapshot.ref(R"(button "Remove")")));
  EXPECT_THAT(found_by_page(R"(button "Remove" inside listitem #2)"), testing::IsEmpty());
}

TEST_F(TargetSearch, FindsByAttribute) {
  page().evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<img alt=\"Our logo\" src=\"data:image/svg+xml,<svg/>\" width=9 "
      "height=9>"
      "<b title=Bold data-testid=t data-qa=q>B</b>'), 0");
  expect(page())
      .count(R"(alt="Our logo")", 1)
      .count("alt=/LOGO/i", 1)
      .count("alt=logo", 0)
      .count("title=Bold", 1)
      .count("testid=t", 1);
  expect(page()).count("testid=q", 0);
}

class TestIdAttribute : public BrowserTest {
 protected:
  TestIdAttribute() { set_context_options({.test_id_attribute = "data-qa"}); }
};

TEST_F(TestIdAttribute, IsTheContexts) {
  page().open("data:text/html,<b data-testid=t data-qa=q>B</b>");
  expect(page()).count("testid=q", 1).count("testid=t", 0);
  EXPECT_THROW(browser().new_context({.test_id_attribute = "data qa"}, std::chrono::seconds(20)), Error);
}

}  // namespace
