// Where hovers and drags go, and what actions wait for that make the page talk, leave, close or navigate.
#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/find/frame_list.h"
#include "specs/browser/actionability_fixture.h"
#include "specs/support/browser_needs.h"

namespace {

using namespace casement;
using specs::Actionability;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;

TEST_F(Actionability, HoverHasAPositionAndAForce) {
  show(
      "<div id=pad style='width:200px;height:60px' "
      "onpointermove='document.title=[event.offsetX,event.offsetY]'>Pad</div>"
      "<p>below</p>");
  page().hover("css=#pad", {.position = Point{150, 7}});
  EXPECT_EQ(page().title(), "150,7");
  page().evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<div id=veil style=\"position:fixed;inset:0\" "
      "onpointermove=\"document.title=1\"></div>'), 0");
  EXPECT_THAT(error_of([&] { page().hover("css=#pad", {specs::soon(milliseconds(1000))}); }).message(),
              HasSubstr("is covered by"));
  EXPECT_EQ(page().title(), "150,7");
  page().hover("css=#pad", {.force = true});
  EXPECT_EQ(page().title(), "1");
}

TEST_F(Actionability, ADragGoesFromAPlaceToAPlaceInSoManySteps) {
  show("<div id=from style='width:200px;height:60px'>From</div><div id=to style='width:200px;height:60px'>To</div>");
  page().evaluate(R"(window.moves = []; for (const type of ['pointerdown', 'pointermove', 'pointerup'])
      addEventListener(type, e => moves.push([type.slice(7), e.target.id, e.offsetX, e.offsetY, e.ctrlKey])), 0)");
  page().drag("css=#from", "css=#to",
              {.from = Point{11, 12}, .to = Point{21, 22}, .steps = 3, .modifiers = {Modifier::Control}});
  const nlohmann::json moves = page().evaluate("moves");
  const auto event = [](const char* type, const char* id, int x, int y) {
    return nlohmann::json::array({type, id, x, y, true});
  };
  EXPECT_EQ(moves.at(1), event("down", "from", 11, 12)) << moves;
  EXPECT_EQ(moves.back(), event("up", "to", 21, 22)) << moves;
  // Before the press; away from it, so that it is a drag; and the steps.
  EXPECT_EQ(moves.size(), 2u + 1 + 1 + 3) << moves;
}

TEST_F(Actionability, FiftyDialogsAreAnsweredWithinTheClick) {
  specs::require_own_chrome(page(), "have its dialogs answered");
  show("<button onclick='for (let i = 0; i < 50; ++i) confirm(i); document.title = 50'>Ask</button>");
  page().click(R"(button "Ask")");
  EXPECT_EQ(page().title(), "50");
  EXPECT_EQ(page().dialogs().texts().size(), 50u);
}

TEST_F(Actionability, LeavesAPageThatAsksToStay) {
  specs::require_own_chrome(page(), "have its dialogs answered");
  show("<a href='/workbench.html'>Leave</a>");
  page().evaluate("onbeforeunload = event => { event.preventDefault(); return 'stay'; }, 0");
  const ActionResult result = page().click(R"(link "Leave")");
  EXPECT_TRUE(result.navigated);
  EXPECT_EQ(page().url(), "http://actions.test/workbench.html");
}

TEST_F(Actionability, APageThatClosesItselfWasClicked) {
  show("");
  page().evaluate("open('/blank.html'), 0");
  cdp::Connection& connection = engine_of(page()).connection();
  const auto wait_until = [&](const std::function<bool()>& done) {
    const cdp::Connection::EngineLock lock(connection);
    return connection.pump_until(done, Deadline::in(std::chrono::seconds(10)));
  };
  ASSERT_TRUE(wait_until([&] { return context().pages().size() == 2; }));
  Page second = context().pages().back();
  second.open("http://actions.test/blank.html");
  second.evaluate("document.body.innerHTML = '<button onclick=window.close()>Close</button>', 0");
  second.click(R"(button "Close")");
  ASSERT_TRUE(wait_until([&] { return engine_of(second).closed(); }));
  EXPECT_EQ(error_of([&] { second.click(R"(button "Close")"); }).kind(), ErrorKind::SessionClosed);
  page().open("http://actions.test/workbench.html");
}

TEST_F(Actionability, ANavigationThatAnActionStartedIsWaitedFor) {
  show("<a href='/workbench.html?linked'>Link</a>");
  EXPECT_TRUE(page().click(R"(link "Link")").navigated);
  EXPECT_EQ(page().url(), "http://actions.test/workbench.html?linked");
  show("<form action='/workbench.html'><input name=q aria-label=Q></form>");
  EXPECT_THAT(page().type(R"(textbox "Q")", "x", {.press_enter = true}).url, HasSubstr("workbench.html?q=x"));
  show("<select aria-label=Go onchange='location = value'><option><option>/workbench.html?chosen</select>");
  page().select(R"(combobox "Go")", {"/workbench.html?chosen"});
  expect(page()).url("*?chosen");
  // In a frame, too; one that never answers costs a frame's deadline.
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(link "Go on")");
  page().frames().evaluate("In guest.test", "document.getElementById('link').href = '/dot.html'");
  const ActionResult result = page().click(R"(link "Go on")");
  EXPECT_TRUE(result.navigated);
  EXPECT_EQ(result.url, "http://guest.test/dot.html");
}

TEST_F(Actionability, TheClipboardIsReadAndWrittenAndFollowsKeys) {
  show(
      "<input aria-label=From value='héllo ✓'><input aria-label=To oncopy='document.title=1' "
      "onpaste='document.title=2'>");
  page().set_clipboard("from a test");
  EXPECT_EQ(page().clipboard(), "from a test");
  EXPECT_EQ(page().title(), "Blank");  // the page did not notice
  page().press(R"(textbox "To")", "Control+V");
  EXPECT_EQ(page().value(R"(textbox "To")"), "from a test");
  page().press(R"(textbox "From")", "Control+A");
  page().keyboard().press("Control+C");
  EXPECT_EQ(page().clipboard(), "héllo ✓");
}

}  // namespace
