// Every action on the same workbench: in the main frame, in a frame of the same origin, of another
// site, and nested in both; by target and by ref.
#include <casement/testing.h>
#include <fmt/format.h>

#include <functional>

#include "casement/base/image.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

struct Place {
  const char* name;
  const char* path;
  const char* frame;  // for evaluate_in

  friend std::ostream& operator<<(std::ostream& out, const Place& place) { return out << place.name; }
};

class ActionsIn : public SiteTest<"actions">, public testing::WithParamInterface<Place> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().open(std::string("http://actions.test/") + GetParam().path);
    expect(page()).within(std::chrono::seconds(30)).shows(R"(button "Press")");
  }
  std::string log() { return page().text("css=#log"); }
  // What a test says of an element: its target, and its ref in a new snapshot.
  std::vector<std::string> names_of(const std::string& target) { return {target, page().snapshot().ref(target)}; }
};

TEST_P(ActionsIn, AClickHasItsButtonCountModifiersAndPosition) {  // B9, A9
  for (const std::string& name : names_of(R"(button "Press")")) {
    page().evaluate_on("css=#log", "log => log.textContent = ''");
    page().click(name);
    page().click(name, {.modifiers = {Modifier::Control, Modifier::Shift}, .position = Point{3, 5}});
    page().click(name, {.button = MouseButton::Middle});
    page().click(name, {.button = MouseButton::Right, .position = Point{7, 9}});
    page().double_click(name, {});
    EXPECT_THAT(log(), HasSubstr("click 0 1 ctrl+shift 3,5 true")) << name;
    EXPECT_THAT(log(), HasSubstr("auxclick 1 1")) << name;
    EXPECT_THAT(log(), HasSubstr("contextmenu 2 0 7,9 true")) << name;
    EXPECT_THAT(log(), HasSubstr("dblclick 0 2")) << name;
  }
}

TEST_P(ActionsIn, ATrialPressesNothing) {
  page().click(R"(button "Press")", {.trial = true});
  EXPECT_EQ(log(), "");
}

TEST_P(ActionsIn, ATapIsAFinger) {
  for (const std::string& name : names_of(R"(button "Press")")) {
    page().evaluate_on("css=#log", "log => log.textContent = ''");
    page().tap(name);
    // Taps in a row count up, and so do those that were kept from the wrong element.
    expect(page()).text("css=#log", TextPattern("/^touchstart 1 click 0 [1-4] [^t]*true( dblclick.*)?$/"));
  }
}

TEST_P(ActionsIn, AHoverEnters) {
  page().hover(R"(button "Menu")");
  EXPECT_EQ(log(), "over the menu");
}

TEST_P(ActionsIn, ADragOfThePagesOwnCarriesItsData) {
  for (const std::string& name : names_of(R"(button "Card")")) {
    page().evaluate_on("css=#log", "log => log.textContent = ''");
    page().drag(name, R"(group "Basket")");
    expect(page()).text("css=#log", "dragstart drop a card true dragend");
  }
}

TEST_P(ActionsIn, APointerDragMovesWhatFollowsIt) {
  const ActionResult result = page().drag(R"(slider "Knob")", R"(button "Press")", {.to = Point{4, 4}, .steps = 7});
  EXPECT_THAT(log(), HasSubstr("knob at"));
  EXPECT_GT(result.mutations, 0);
  EXPECT_LT(page().evaluate_on(R"(slider "Knob")", "knob => knob.offsetLeft").get<int>(), 100);
}

TEST_P(ActionsIn, FillTypeSelectAndCheckSetTheirControls) {  // B9, V9
  for (const std::string& name : names_of(R"(textbox "Name")")) {
    page().fill(name, "Grace");
    EXPECT_EQ(page().value(name), "Grace");
    page().type(name, "Ada", {.clear_first = true, .press_enter = true, .blur = true});
    EXPECT_EQ(page().value(name), "Ada");
    EXPECT_THAT(log(), HasSubstr("key Enter blur"));
    page().press(name, "Backspace", {.times = 2});
    EXPECT_EQ(page().value(name), "A");
    page().clear(name);
    EXPECT_EQ(page().value(name), "");
  }
  for (const std::string& name : names_of(R"(combobox "Fruit")")) {
    page().select(name, {"Fig"});
    EXPECT_EQ(page().value(name), "Fig");
    page().select(name, {"p"});
    EXPECT_EQ(page().value(name), "p");
    page().select_at(name, {1});
    EXPECT_EQ(page().value(name), "Apple");
  }
  for (const std::string& name : names_of(R"(checkbox "I agree")")) {
    page().check(name);
    expect(page()).state(name, ElementState::Checked);
    page().uncheck(name);
    expect(page()).state(name, ElementState::Unchecked);
  }
}

TEST_P(ActionsIn, KeysWithoutATargetGoToTheFocusedElement) {
  page().focus(R"(textbox "Name")");
  page().keyboard().press("h");
  page().keyboard().press("i", {.times = 3});
  EXPECT_EQ(page().value(R"(textbox "Name")"), "hiii");
}

TEST_P(ActionsIn, ScrollByScriptAndByWheel) {
  const auto top = [&] { return page().evaluate_on(R"(region "List")", "list => list.scrollTop").get<double>(); };
  EXPECT_TRUE(page().scroll_by(R"(region "List")", {0, 50}).scrolled);
  EXPECT_EQ(top(), 50);
  EXPECT_FALSE(page().scroll_by(R"(region "List")", {0, 0}).scrolled);
  page().wheel(R"(region "List")", {0, 30});
  EXPECT_EQ(top(), 80);
  EXPECT_THAT(log(), HasSubstr("wheel"));
  page().scroll_to(R"(button "Last item")");
  EXPECT_GT(top(), 300);
  page().click(R"(button "Last item")");
}

TEST_P(ActionsIn, DispatchedEventsCarryTheirProperties) {
  const std::string press = R"(button "Press")";
  page().dispatch(press, "click", {{"ctrlKey", true}});
  EXPECT_THAT(log(), HasSubstr("click 0 0 ctrl"));
  EXPECT_THAT(log(), HasSubstr("false"));
  page().dispatch(press, "shout", {{"detail", {{"words", 2}}}});
  EXPECT_THAT(log(), HasSubstr(R"(shout {"words":2} false)"));
  page().dispatch(R"(group "Basket")", "drop", {{"dataTransfer", {{"text/plain", "by hand"}}}});
  EXPECT_THAT(log(), HasSubstr("drop by hand false"));
  EXPECT_THROW(page().dispatch(press, "", {}), Error);
}

TEST_P(ActionsIn, ScriptsSeeThePageAsItsOwnScriptsDo) {
  EXPECT_EQ(page().frames().evaluate(GetParam().frame, "typeof log + ' ' + document.title"), "function Workbench");
  EXPECT_EQ(page().frames().evaluate(GetParam().frame, "const x = 2; Promise.resolve(x + 1)"), 3);
  const nlohmann::json argument{{"list", {1, 2}}};
  EXPECT_EQ(
      page().evaluate_on(R"(textbox "Name")", "async (element, argument) => [element.id, argument.list[1]]", argument),
      nlohmann::json::array({"name", 2}));
  try {
    page().evaluate_on(R"(textbox "Name")", "element => {\n  throw new TypeError('no such thing');\n}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Evaluation);
    EXPECT_THAT(error.message(), HasSubstr("TypeError: no such thing"));
    EXPECT_THAT(error.message(), HasSubstr("line 2"));
  }
}

TEST_P(ActionsIn, APictureOfAnElementIsOfItsSize) {
  const Image image = decode_png(page().screenshot(R"(group "Basket")"));
  EXPECT_EQ(image.width, 90);
  EXPECT_EQ(image.height, 40);
  // Its ground, in a corner that the text does not reach.
  const std::ptrdiff_t at = (38 * 90 + 2) * 4;
  EXPECT_THAT(std::vector<int>(image.rgba.begin() + at, image.rgba.begin() + at + 3), ElementsAre(0xcc, 0xdd, 0xee));
}

TEST_P(ActionsIn, AResultDescribesTheActionAndItsEffects) {  // B11
  const auto before = std::chrono::system_clock::now();
  const ActionResult filled = page().fill(R"(textbox "Name")", "Ada");
  EXPECT_TRUE(filled.success);
  EXPECT_EQ(filled.error, "");
  EXPECT_GT(filled.milliseconds, 0);
  EXPECT_GE(filled.time, before);
  EXPECT_TRUE(filled.value_changed);
  EXPECT_EQ(filled.value, "Ada");
  EXPECT_FALSE(filled.navigated);
  EXPECT_EQ(filled.url, page().url());
  EXPECT_FALSE(page().fill(R"(textbox "Name")", "Ada").value_changed);

  const ActionResult clicked = page().click(R"(button "Press")");
  EXPECT_GT(clicked.mutations, 0);
  EXPECT_FALSE(clicked.value_changed);
  EXPECT_EQ(clicked.ref, page().snapshot().ref(R"(button "Press")"));

  // Before the link, whose target may bring the item into view by itself.
  EXPECT_TRUE(page().click(R"(button "Last item")").scrolled);
  const ActionResult gone = page().click(R"(link "Go on")");
  EXPECT_TRUE(gone.navigated);
  EXPECT_THAT(gone.url, HasSubstr("#linked"));
}

class AmbiguousAction : public SiteTest<"actions"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().open("http://actions.test/workbench.html");
    page().evaluate(R"js(new Promise((done) => {
      const control = (events) => `<input type=range aria-label=Level value=10 ${events}>`;
      const told = "onfocus='parent.told += ` focus`' oninput='parent.told += ` input`'";
      window.told = '';
      document.body.innerHTML = control('') + '<iframe title=In></iframe>';
      document.querySelector('iframe').onload = done;
      document.querySelector('iframe').srcdoc = control(told);
    }))js");
  }
};

// The frame's document has but one match, and must not be told to go ahead before the others have answered.
TEST_F(AmbiguousAction, LeavesEveryDocumentAsItWas) {
  const Target level(R"(slider "Level")");
  for (const std::function<void()>& act : std::vector<std::function<void()>>{
           [&] { page().fill(level, "50"); }, [&] { page().clear(level); }, [&] { page().click(level); }}) {
    try {
      act();
      ADD_FAILURE() << "it acted";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Ambiguous);
    }
  }
  EXPECT_EQ(page().evaluate("told"), "");
  EXPECT_EQ(page().evaluate("document.querySelector('input').value"), "10");
}

// As a list that closes is there beside the one that opens.
TEST_F(AmbiguousAction, WaitsForTheOtherToGo) {
  const auto double_it = [&] {
    page().evaluate(
        "document.body.innerHTML = '<button id=old>Add</button><button id=new>Add</button>'; document.title = 'two';"
        "document.getElementById('new').onclick = () => { document.title = 'added' };"
        "setTimeout(() => document.getElementById('old').remove(), 200); 0");
  };
  double_it();
  page().click("button 'Add'");
  expect(page()).title("added");
  double_it();
  expect(page()).shows("button 'Add'").state("button 'Add'", ElementState::Enabled);
}

INSTANTIATE_TEST_SUITE_P(Places, ActionsIn,
                         testing::Values(Place{"MainFrame", "workbench.html", "main"},
                                         Place{"SameOrigin", "stage.html?actions.test", "In actions.test"},
                                         Place{"CrossSite", "stage.html?guest.test", "In guest.test"},
                                         Place{"Nested", "stage.html?guest.test,actions.test,far.test", "In far.test"}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
