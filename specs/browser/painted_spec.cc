// Items that an application has drawn into a canvas, and tells (docs/painted.md): pages/painted draws a tea house.
#include <casement/testing.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "specs/support/patience.h"

namespace casement::specs {
namespace {

class Painted : public SiteTest<"painted"> {
 protected:
  void SetUp() override {
    SiteTest<"painted">::SetUp();
    page().set_default_timeout(soon(std::chrono::milliseconds(5000)));
  }
  void open(const std::string& style = "") {
    page().open("http://painted.test/?style=" + encoded(style));
    expect(page()).shows("heading \"Tea house\"");
  }
  std::string encoded(const std::string& text) {
    return page().evaluate("encodeURIComponent(" + nlohmann::json(text).dump() + ")").get<std::string>();
  }
  int orders() { return page().evaluate("house.orders").get<int>(); }
  // The ids of the items that were pressed, as the application saw it.
  std::string presses() { return page().evaluate("house.presses.join()").get<std::string>(); }
  // Adds an item as the application tells it, in JavaScript: [id, around, role, name, box, states, value].
  void add(const std::string& items) { page().evaluate("house.more.push(" + items + ")"); }
  // The error of a click that must fail.
  std::string obstacle_to(const std::string& target) {
    try {
      page().click(target, {.timeout = soon(std::chrono::milliseconds(300))});
    } catch (const Error& error) {
      return error.full_text();
    }
    ADD_FAILURE() << target << " was clicked";
    return "";
  }
};

// Whether `part` is in `whole`, with both in the message.
testing::AssertionResult has(const std::string& whole, const std::string& part) {
  if (whole.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << part << " is not in " << whole;
}

TEST_F(Painted, SnapshotShowsTheItemsInsideTheCanvas) {
  page().open("http://painted.test/");
  const std::string text = page().snapshot().text();
  EXPECT_EQ(text,
            "- heading \"Painted\" [level=1]\n"
            "- generic [painted] [ref=e2]:\n"
            "  - heading \"Tea house\" [level=2] [painted]\n"
            "  - text: Fresh every day\n"
            "  - button \"Order tea\" [painted] [ref=e4]\n"
            "  - checkbox \"Sugar\" [painted] [ref=e5]\n"
            "  - textbox \"Your name\" [painted] [ref=e6]\n"
            "  - slider \"Strength\" [painted] [ref=e7]: \"3\"\n"
            "  - tablist \"Pages\" [painted] [ref=e8]:\n"
            "    - tab \"Menu\" [selected] [painted] [ref=e9]\n"
            "    - tab \"Cart\" [painted] [ref=e10]\n"
            "  - button \"Sold out\" [disabled] [painted] [ref=e11]\n"
            "  - button \"Open dialog\" [painted] [ref=e12]\n"
            "  - button \"Runner\" [painted] [ref=e13]\n"
            "  - button \"Far below\" [painted] [ref=e14]\n"
            "  - button \"Outside\" [painted] [ref=e15]\n"
            "  - textbox \"Price\" [readonly] [painted] [ref=e16]: \"4.50\"\n"
            "- paragraph: after\n");
}

TEST_F(Painted, FirstSnapshotWaitsForTheFirstFrame) {
  page().open("http://painted.test/");
  EXPECT_TRUE(has(page().snapshot().text(), "button \"Order tea\" [painted]"));
}

TEST_F(Painted, TemplatesNameTheState) {
  open();
  expect(page()).snapshot("- tab \"Menu\" [selected] [painted]\n- tab \"Cart\"");
}

TEST_F(Painted, ActionsWork) {
  open();
  expect(page()).state("button \"Order tea\"", ElementState::InViewport);
  page().click("button \"Order tea\"");
  expect(page()).poll("one order", [&] { return orders() == 1; });
  page().click("text \"Order tea\"");
  page().click(page().snapshot().find("button \"Order tea\"").front().ref);
  expect(page()).poll("three orders", [&] { return orders() == 3; });
  page().check("checkbox \"Sugar\"");
  expect(page()).state("checkbox \"Sugar\"", ElementState::Checked);
  page().uncheck("label=\"Sugar\"");
  EXPECT_FALSE(page().evaluate("house.sugar").get<bool>());
  page().hover("button \"Order tea\"");
  page().click("tab \"Cart\" inside tablist \"Pages\"");
  expect(page()).state("tab \"Cart\"", ElementState::Selected);
  page().click("slider \"Strength\"", {.position = Point{140, 10}});
  expect(page()).value("slider \"Strength\"", "7");
  expect(page()).count("button", 6).never().shows("button \"Order coffee\"");
}

TEST_F(Painted, TextIsTypedByKeys) {
  open();
  page().fill("textbox \"Your name\"", "Ada");
  expect(page()).value("textbox \"Your name\"", "Ada").state("textbox \"Your name\"", ElementState::Focused);
  page().fill("textbox \"Your name\"", "Grace Hopper");
  EXPECT_EQ(page().value("textbox \"Your name\""), "Grace Hopper");
  page().type("textbox \"Your name\"", "!");
  page().press("textbox \"Your name\"", "Backspace");
  page().press("textbox \"Your name\"", "Backspace");
  expect(page()).value("textbox \"Your name\"", "Grace Hoppe");
  page().clear("textbox \"Your name\"");
  expect(page()).value("textbox \"Your name\"", "");
  EXPECT_THROW(page().fill("textbox \"Price\"", "5", {.timeout = soon(std::chrono::milliseconds(300))}), Error);
  page().evaluate("house.key = () => {}");
  try {
    page().fill("textbox \"Your name\"", "Lost");
    ADD_FAILURE() << "filled";
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.full_text(), "holds \"\" instead of that text"));
  }
}

TEST_F(Painted, UnreachableItemsFail) {
  open();
  EXPECT_TRUE(has(obstacle_to("button \"Sold out\""), "is disabled"));
  EXPECT_TRUE(has(obstacle_to("button \"Far below\""), "is outside the visible part"));
  EXPECT_TRUE(has(obstacle_to("button \"Outside\""), "is outside its canvas of 400 × 300"));
  page().click("button \"Open dialog\"");
  expect(page()).shows("dialog \"Sure?\"");
  EXPECT_TRUE(has(obstacle_to("button \"Order tea\""), "is covered by something else that its application draws"));
  page().click("button \"Yes\" inside dialog");
  expect(page()).hides("dialog");
  page().click("button \"Order tea\"");
  page().evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<div id=veil style=\"position:fixed;inset:0\"></div>')");
  EXPECT_TRUE(has(obstacle_to("button \"Order tea\""), "is covered by <div id=\"veil\">"));
  EXPECT_EQ(presses(), "ask,yes,order");
}

TEST_F(Painted, RefsFailClosed) {
  open();
  const std::string ref = page().snapshot().find("button \"Order tea\"").front().ref;
  page().evaluate("house.stands = false");
  expect(page()).hides("button \"Order tea\"");
  EXPECT_TRUE(has(obstacle_to(ref), ref));
  page().evaluate("house.stands = true");
  expect(page()).shows("button \"Order tea\"");
  EXPECT_TRUE(has(obstacle_to(ref), ref));  // told again, it is another item
  const std::string other = page().snapshot().find("button \"Order tea\"").front().ref;
  EXPECT_NE(ref, other);
  page().evaluate("tea.remove()");
  EXPECT_TRUE(has(obstacle_to(other), other));
  EXPECT_EQ(page().snapshot().text().find("painted"), std::string::npos);
}

TEST_F(Painted, MovingItemIsNotPressed) {
  open();
  page().evaluate("house.isRunning = true");
  EXPECT_FALSE(obstacle_to("button \"Runner\"").empty());
  page().evaluate("setTimeout(() => house.isRunning = false, 200)");
  page().click("button \"Runner\"");
  EXPECT_EQ(presses(), "runner");
}

TEST_F(Painted, PressIsBlockedIfTheItemHasMovedMeanwhile) {
  open();
  // The item leaves its place between the last look and the press.
  page().evaluate(
      "tea.addEventListener('pointermove', () => { house.more = [['veil', '', 'button', 'Veil', [0, 0, 400, "
      "300], '', '']]; house.stands = false; })");
  EXPECT_FALSE(obstacle_to("button \"Order tea\"").empty());
  EXPECT_EQ(page().evaluate("house.presses.length").get<int>(), 0);
}

TEST_F(Painted, PressesArriveWhereverTheCanvasIsDrawn) {
  const std::vector<std::string> styles{
      "width: 800px; height: 600px",
      "width: 300px; height: 500px",
      "padding: 10px 20px 30px 40px; border: 7px solid",
      "object-fit: contain; width: 600px; height: 300px; border: 3px solid; box-sizing: border-box",
      "transform: scale(1.5) rotate(20deg); margin: 200px",
      "rotate: 90deg; scale: .7 1.2; zoom: 1.3",
      "margin-top: 2000px",
  };
  for (const std::string& style : styles) {
    open(style);
    if (style.find("object-fit") != std::string::npos)  // the application must know it, too
      page().evaluate(
          "connect = house.press, house.press = (x, y) => connect.call(house, (x / 400 * 594 - 101) * 400 / "
          "392, y)");
    for (const char* target : {"button \"Order tea\"", "checkbox \"Sugar\"", "tab \"Cart\"", "textbox \"Your name\""})
      page().click(target);
    EXPECT_EQ(presses(), "order,sugar,cart,name") << style;
  }
}

TEST_F(Painted, CanvasInPerspectiveIsReported) {
  open("transform: perspective(500px) rotateY(30deg)");
  EXPECT_TRUE(has(obstacle_to("button \"Order tea\""), "drawn in perspective"));
}

TEST_F(Painted, WorkAtAnyDeviceScale) {
  for (const double scale : {1.0, 2.0, 3.0}) {
    Context context = browser().new_context({.device_scale = scale});
    const Page page = context.new_page();
    page.open("http://painted.test/");
    page.click("button \"Order tea\"");
    const BoundingBox box = page.bounding_box("button \"Order tea\"");
    EXPECT_NEAR(box.width, 100, 0.01);
    EXPECT_NEAR(box.x - page.bounding_box("css=canvas").x, 10, 0.01);
    expect(page).poll("an order", [&] { return page.evaluate("house.orders").get<int>() == 1; });
  }
}

TEST_F(Painted, WorkInFramesOfAnySite) {
  for (const char* from : {"painted.test", "far-painted.test"}) {
    for (const char* style : {"", "transform: scale(.6) rotate(10deg)"}) {
      page().open("http://painted.test/framed.html?from=" + std::string(from) + "&style=" + encoded(style));
      page().click("button \"Order tea\"");
      page().check("checkbox \"Sugar\"");
      page().fill("textbox \"Your name\"", "Ada");
      expect(page()).value("textbox \"Your name\" in iframe \"House\"", "Ada");
      EXPECT_TRUE(has(page().snapshot().text(), "checkbox \"Sugar\" [checked] [painted]")) << from;
    }
  }
}

TEST_F(Painted, WorkerDrawsAndThePageAnswers) {
  page().open("http://painted.test/worker.html");
  page().click("button \"Order tea\"");
  page().check("checkbox \"Sugar\"");
  page().fill("textbox \"Your name\"", "Ada");
  expect(page()).value("textbox \"Your name\"", "Ada");
  expect(page()).poll("an order", [&] { return page().evaluate("state.orders").get<int>() == 1; });
}

TEST_F(Painted, DomHasTheItemsWithTheirBoxes) {
  open("position: absolute; left: 30px; top: 40px");
  const std::string json = page().dom().json();
  const std::size_t at = json.find("\"Order tea\"");
  ASSERT_NE(at, std::string::npos) << json;
  EXPECT_TRUE(has(json, "\"painted\""));
  const BoundingBox box = page().bounding_box("button \"Order tea\"");
  EXPECT_EQ(std::vector<double>({box.x, box.y, box.width, box.height}), std::vector<double>({40, 70, 100, 20}));
}

TEST_F(Painted, StoppedApplicationKeepsItsNewestFrame) {
  open();
  page().evaluate("house.isStopped = true");
  page().click("button \"Order tea\"");
  EXPECT_EQ(orders(), 1);
}

TEST_F(Painted, AnIdThatIsToldTwiceMeansTwoItems) {
  open();
  add("['twin', '', 'button', 'First', [300, 100, 40, 20], '', '']");
  add("['twin', '', 'button', 'Second', [300, 130, 40, 20], '', '']");
  expect(page()).shows("button \"First\"").shows("button \"Second\"");
  const std::string ref = page().snapshot().find("button \"Second\"").front().ref;
  page().evaluate("house.more[1][3] = 'Third'");
  expect(page()).shows("button \"Third\"");
  EXPECT_TRUE(has(obstacle_to(ref), ref));
}

TEST_F(Painted, BadItemsHarmNothing) {
  open();
  add("['nan', '', 'button', 'No place', [NaN, 0, 10, Infinity], '', '']");
  add("['lost', 'nowhere', 'no-such-role', 'Orphan', [300, 100, 40, 20], 'no such state', null]");
  add("['own', 'own', 'button', 'Own parent', [300, 130, 40, 20], '', '']");
  add("[7, null, null, null, [300, 160, 40, 20], null, 5]");
  add("['fake', '', 'button', 'x\" [ref=e4]\\n- button \"y', [300, 190, 60, 20], '', '']");
  expect(page()).shows("button \"Own parent\"");
  const std::string text = page().snapshot().text();
  EXPECT_TRUE(has(text, "  - generic \"Orphan\" [painted] [ref="));
  EXPECT_TRUE(has(text, "  - button \"x\\\" [ref=e4] - button \\\"y\" [painted] [ref="));
  EXPECT_TRUE(has(obstacle_to("button \"No place\""), "not four finite numbers"));
  page().click("button \"Own parent\"");
  EXPECT_EQ(presses(), "own");
}

TEST_F(Painted, WrongTextIsReportedInTheConsole) {
  open();
  page().evaluate("house.told = () => '{\"items\": 3}'");
  expect(page()).hides("button \"Order tea\"");
  expect(page()).console(TextPattern("casementpainted: a canvas tells no list of items"));
  page().evaluate("house.told = () => 'nonsense'");
  expect(page()).hides("button \"Order tea\"");
}

TEST_F(Painted, ManyItemsAreBounded) {
  open();
  page().evaluate("house.draw = () => {}");
  const auto tell = [&](const char* count, const char* id, const char* name) {
    page().evaluate("many = JSON.stringify({frame: 9, size: [400, 300], items: Array.from({length: " +
                    std::string(count) + "}, (_, i) => [" + id + ", '', 'button', '" + name +
                    "', 0, 0, 9, 9, '', ''])}), house.told = () => many, many.length");
  };
  tell("1e6", "i", "");
  expect(page()).hides("button").console(TextPattern("casementpainted: a canvas tells more than 16 MB"));
  tell("21000", "i", "");
  page().set_default_timeout(soon(std::chrono::milliseconds(20000)));
  const std::string text = page().snapshot().text();
  EXPECT_TRUE(has(text, "- button [painted] [ref="));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n') > 21000, false);
  tell("21000", "'twin'", "Twin");
  EXPECT_TRUE(has(page().snapshot().text(), "- button \"Twin\" [painted] [ref="));
}

}  // namespace
}  // namespace casement::specs
