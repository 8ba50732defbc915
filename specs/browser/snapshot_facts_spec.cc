// What belongs to every snapshot: what it cost, its limits, masks, closed roots, what custom elements say of
// themselves.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/engine.h"
#include "specs/browser/bad_pages.h"
#include "specs/support/browser_needs.h"

namespace casement::specs {
namespace {

TEST_F(BadPages, ASnapshotReportsItsCost) {
  page().open("http://elements.test/forms.html");
  const SnapshotStatistics cost = page().snapshot().statistics();
  EXPECT_GT(cost.elements_walked, 50u);
  EXPECT_GT(cost.milliseconds_in_page, 0);
  EXPECT_GE(cost.milliseconds, cost.milliseconds_in_page);
  EXPECT_GT(cost.bytes, 0u);
  EXPECT_EQ(cost.estimated_tokens, cost.bytes / 4);
  EXPECT_EQ(cost.frames, 1u);
}

TEST_F(BadPages, LimitsCutTheTextAndAreNamedInIt) {
  page().open("http://elements.test/forms.html");
  EXPECT_THAT(page().snapshot({.max_nodes = 5}).text(), HasSubstr("past max_nodes 5"));
  EXPECT_THAT(page().snapshot({.max_bytes = 200}).text(), HasSubstr("past max_bytes 200"));
  EXPECT_THAT(page().snapshot({.max_depth = 1}).text(), HasSubstr("past max_depth 1"));
  EXPECT_THAT(page().snapshot().text(), Not(HasSubstr("/cut:")));
}

// The whole tree: an object for each element, with the fields that an element has, defaults and all.
TEST_F(BadPages, TheFlatTreeIsMuchSmallerThanTheWhole) {  // B4
  for (const char* name : {"forms.html", "tables.html", "grids.html", "landmarks.html"}) {
    page().open(std::string("http://elements.test/") + name);
    const std::string flat = page().snapshot().json();
    const auto whole = page().evaluate(
        "JSON.stringify((function tree(e) { return { id: 0, tag: e.localName, role: e.getAttribute('role'),"
        " name: e.ariaLabel ?? '', text: [...e.childNodes].filter(n => n.nodeType === 3).map(n => "
        "n.data.trim()).join(' '),"
        " visible: e.getClientRects().length > 0, states: [], href: e.getAttribute('href'), type: "
        "e.getAttribute('type'),"
        " children: [...e.children].map(tree) }; })(document.body)).length");
    RecordProperty(std::string("bytes_of_100_") + name, static_cast<int>(100 * flat.size() / whole.get<std::size_t>()));
    EXPECT_LT(flat.size() * 10, whole.get<std::size_t>() * 6) << name;
    EXPECT_THAT(flat, Not(HasSubstr("\"role\":\"none\"")));
  }
}

// Such a box is not written itself: what is said of it is said of the only thing in it.
TEST_F(BadPages, AnElementAloneInAClickableBoxKeepsItsOwnBox) {
  page().open(
      "data:text/html,<div style='cursor:pointer'><iframe title=pay srcdoc='<button>Pay</button>'></iframe></div>"
      "<div aria-hidden=true><iframe title=gone srcdoc='<button>Track</button>'></iframe></div>"
      "<div style='cursor:pointer'><h1 style='width:90px;height:30px'>Title</h1></div>");
  const std::string text = page().snapshot({.boxes = true}).text();
  EXPECT_THAT(text, HasSubstr("iframe \"pay\" [ref=e1] [cursor=pointer] [box=8,8,304,154]:\n"));
  EXPECT_THAT(text, HasSubstr("button \"Pay\" [ref=f1_e1] [box="));
  EXPECT_THAT(text, HasSubstr("iframe \"gone\" [aria-hidden] [ref=e2] [box="));
  EXPECT_THAT(text, HasSubstr("heading \"Title\" [level=1] [ref=e3] [cursor=pointer] [box="));
  EXPECT_THAT(text, Not(HasSubstr("Track")));
}

TEST_F(BadPages, SecretPatternsMaskValues) {
  page().open("data:text/html,<input aria-label=Note value='order AB-1234 open'>");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("AB-1234"));
  EXPECT_THAT(page().snapshot({.secret_patterns = {"[A-Z]{2}-[0-9]+"}}).text(), Not(HasSubstr("1234")));
}

TEST_F(BadPages, ClosedShadowRootsAreRead) {
  page().open("http://elements.test/closed.html");
  const bool declares = page().evaluate("'shadowRootMode' in HTMLTemplateElement.prototype") == true;
  EXPECT_TRUE(declares || engine_of(page()).environment().adopted);
  const std::string first = page().snapshot().text();
  EXPECT_THAT(first, AllOf(HasSubstr("button \"In the safe\" [ref=e"), HasSubstr("light text"),
                           HasSubstr("link \"Deep\""), HasSubstr("button \"Pay € 42\"")));
  // Plain elements that a script has made hosts, one inside of another; and one of the parser's, where it makes any.
  EXPECT_THAT(first, AllOf(HasSubstr("button \"Chat with us\" [ref=e"), HasSubstr("button \"Chip\""),
                           HasSubstr(declares ? "button \"Declared\"" : "")));
  EXPECT_EQ(page().snapshot().text(), first);
  page().click(R"(button "Chat with us")");
}

TEST_F(BadPages, RolesFromElementInternalsAreRead) {
  page().open("http://elements.test/internals.html");
  require_roles_of_internals(page());
  const std::string first = page().snapshot().text();
  EXPECT_THAT(first, AllOf(HasSubstr("switch \"Night mode\" [checked]"), HasSubstr("note"),
                           HasSubstr("spinbutton \"Own label\""), HasSubstr("alert")));
  EXPECT_EQ(page().snapshot().text(), first);
}

// The first one of a name tells nothing of the others where it is hidden, silenced or of another kind.
TEST_F(BadPages, CustomElementsOfOneNameNeedNotBeAlike) {
  page().open("http://elements.test/kinds.html");
  require_roles_of_internals(page());
  page().evaluate("document.querySelector('dialog').close()");
  const Snapshot seen = page().snapshot();
  EXPECT_EQ(seen.find("switch \"Two\"").size(), 6u) << seen.text();
  EXPECT_TRUE(seen.find("switch \"One\"").empty()) << seen.text();
  EXPECT_EQ(seen.find("link \"Two\"").size(), 1u) << seen.text();
}

// Chrome takes long for it: it has the time in which a page waits for its pictures.
TEST_F(BadPages, CustomElementsAreAskedAboutBeforeThePageIsLoaded) {
  page().network().route("*/late.svg", RouteAnswer::proceed().after(soon(milliseconds(300))));
  page().open("http://elements.test/late_picture.html", {LoadState::Loaded});
  require_roles_of_internals(page());
  const cdp::Connection::EngineLock lock(engine_of(page()).connection());
  const std::vector<std::string> log = engine_of(page()).connection().log().last(200);
  const auto place_after = [&](auto begin, std::string_view word) {
    return std::find_if(begin, log.end(),
                        [&](const std::string& line) { return line.find(word) != std::string::npos; });
  };
  const auto is_opening = [](const std::string& line) { return line.find("Page.navigate") != std::string::npos; };
  const auto opened =
      std::find_if(log.rbegin(), log.rend(), is_opening).base();  // of all of this browser's pages the last
  const auto question = place_after(opened, "getPartialAXTree");
  ASSERT_NE(place_after(opened, "Page.loadEventFired"), log.end());
  EXPECT_LT(question, place_after(opened, "Page.loadEventFired"));
  EXPECT_EQ(page().snapshot().find("switch \"Sound\"").size(), 1u);
}

TEST_F(BadPages, CustomElementsBehindADialogAreReadAfterItCloses) {
  page().open("http://elements.test/kinds.html");
  require_roles_of_internals(page());
  const Snapshot behind = page().snapshot();
  EXPECT_EQ(behind.find("switch \"Accept\"").size(), 1u) << behind.text();
  page().click("button \"Close\"");
  const Snapshot seen = page().snapshot();
  EXPECT_EQ(seen.find("switch \"Two\"").size(), 6u) << seen.text();
}

}  // namespace
}  // namespace casement::specs
