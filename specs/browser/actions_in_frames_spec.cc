// Every action on the same workbench: in the main frame, in a frame of the same origin, of another
// site, and nested in both; by target and by ref.
#include <casement/testing.h>
#include <fmt/format.h>
#include "casement/browser/page_session.h"

#include "casement/base/image.h"
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
    page().click(name, {.modifiers = {"Control", "Shift"}, .position = Point{3, 5}});
    page().click(name, {.button = "middle"});
    page().click(name, {.button = "right", .position = Point{7, 9}});
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
    expect(page()).text("css=#log", parse_text_pattern("/^touchstart 1 click 0 [1-4] [^t]*true( dblclick.*)?$/"));
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
    expect(page()).text("css=#log", {"dragstart drop a card true dragend"});
  }
}

TEST_P(ActionsIn, APointerDragMovesWhatFollowsIt) {
  const ActionResult result = page().drag(R"(slider "Knob")", R"(button "Press")", {.to = Point{4, 4}, .steps = 7});
  EXPECT_THAT(log(), HasSubstr("knob at"));
  EXPECT_GT(result.mutations, 0);
  EXPECT_LT(page().evaluate_on(R"(slider "Knob")", "knob => knob.offsetLeft").get<int>(), 100);
}

TEST_P(ActionsIn, TypingFillingSelectingAndChecking) {  // B9, V9
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
    expect(page()).state(name, "checked");
    page().uncheck(name);
    expect(page()).state(name, "unchecked");
  }
}

TEST_P(ActionsIn, KeysWithoutATargetGoWhereTheFocusIs) {
  page().focus(R"(textbox "Name")");
  page().press("h");
  page().press("i", {.times = 3});
  EXPECT_EQ(page().value(R"(textbox "Name")"), "hiii");
}

TEST_P(ActionsIn, ScrollingByScriptAndByWheel) {
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
  EXPECT_EQ(page().evaluate_in(GetParam().frame, "typeof log + ' ' + document.title"), "function Workbench");
  EXPECT_EQ(page().evaluate_in(GetParam().frame, "const x = 2; Promise.resolve(x + 1)"), 3);
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

TEST_P(ActionsIn, AResultTellsWhatChanged) {  // B11
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

INSTANTIATE_TEST_SUITE_P(Places, ActionsIn,
                         testing::Values(Place{"MainFrame", "workbench.html", "main"},
                                         Place{"SameOrigin", "stage.html?actions.test", "In actions.test"},
                                         Place{"CrossSite", "stage.html?guest.test", "In guest.test"},
                                         Place{"Nested", "stage.html?guest.test,actions.test,far.test", "In far.test"}),
                         [](const auto& instance) { return instance.param.name; });

class ActionChain : public SiteTest<"actions"> {};

TEST_F(ActionChain, TellsEveryFrameThatWasSearched) {  // A4
  page().open("http://actions.test/stage.html?guest.test,far.test");
  expect(page()).shows(R"(button "Press")");
  const ActionResult result = page().click(R"(button "Press")");
  std::string chain;
  for (const auto& attempt : result.attempts) {
    chain += attempt.strategy + " in " + attempt.frame + ": " + attempt.error + "\n";
  }
  // Chrome may still send a press astray right after frames have come; it is tried again then.
  ASSERT_GE(result.attempts.size(), 4u) << chain;
  EXPECT_EQ(result.attempts[0].strategy, "main");
  EXPECT_EQ(result.attempts[0].error, "nothing matches");
  EXPECT_EQ(result.attempts[1].strategy, "labelled");
  EXPECT_EQ(result.attempts[2].frame, R"(iframe "In far.test" (f2))");
  EXPECT_TRUE(result.attempts[2].success);
  EXPECT_EQ(result.attempts.back().strategy, "element");
  EXPECT_TRUE(result.attempts.back().success) << chain;
  EXPECT_EQ(result.frame, R"(iframe "In far.test" (f2))");
}

TEST_F(ActionChain, TellsNoFrameThatTheTargetIsNotIn) {
  page().open("http://actions.test/stage.html?guest.test,far.test");
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<iframe title="Other" src="http://guest.test/workbench.html"></iframe>'); 0)");
  const Target press(R"(button "Press" in iframe "In guest.test")");
  expect(page()).shows(press);
  expect(page()).shows(R"(button "Press" in iframe "Other")");
  for (int times = 0; times < 2; ++times) {
    const ActionResult result = page().click(press);
    EXPECT_THAT(result.frame, HasSubstr(R"(iframe "In far.test")"));
    for (const ActionAttempt& attempt : result.attempts) EXPECT_THAT(attempt.frame, Not(HasSubstr("Other")));
  }
  page().evaluate("document.querySelectorAll('iframe')[0].title = 'Another'; 0");
  EXPECT_THAT(page().click(R"(button "Press" in iframe "Another")").frame, HasSubstr("Another"));
  // Two of that name now.
  page().evaluate("document.querySelectorAll('iframe')[1].title = 'Another'; 0");
  try {
    page().click(R"(button "Press" in iframe "Another")");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Ambiguous);
  }
}

TEST_F(ActionChain, IsInTheErrorToo) {  // A4
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().evaluate_in("In guest.test", "document.getElementById('press').disabled = true");
  try {
    page().click(R"(button "Press")", {.timeout = specs::soon(std::chrono::milliseconds(300))});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::NotActionable);
    EXPECT_THAT(error.what(), HasSubstr("tried the main frame (main): nothing matches"));
    EXPECT_THAT(error.what(), HasSubstr(R"(tried iframe "In guest.test" (f1) (element): is disabled)"));
  }
  const ActionResult last = page().last_action();
  EXPECT_FALSE(last.success);
  EXPECT_THAT(last.error, HasSubstr("is disabled"));
  EXPECT_EQ(last.attempts.back().error, "is disabled");
}

// A search that the deadline cuts short does not undo what one before it saw.
TEST_F(ActionChain, KeepsWhatItSawInAFrameThatStopsAnswering) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  const auto patience = specs::soon(std::chrono::milliseconds(1200));
  page().evaluate_in("In guest.test", fmt::format(R"(document.getElementById('press').disabled = true;
      setTimeout(() => {{ const end = performance.now() + {0}; while (performance.now() < end); }}, {0} / 2))",
                                                  patience.count()));
  try {
    page().click(R"(button "Press")", {.timeout = patience});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::NotActionable) << error.full_text();
    EXPECT_THAT(error.message(), HasSubstr("is disabled"));
  }
}

// Nor does one that passes over a frame because that has not answered for long.
TEST_F(ActionChain, KeepsWhatItSawInAFrameThatIsPassedOver) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  const auto patience = specs::soon(std::chrono::milliseconds(1500));
  page().set_frame_settings({.timeout = patience / 5});
  page().evaluate_in("In guest.test", fmt::format(R"(document.getElementById('press').disabled = true;
      setTimeout(() => {{ const end = performance.now() + {0}; while (performance.now() < end); }}, {0} / 5))",
                                                  patience.count()));
  try {
    page().click(R"(button "Press")", {.timeout = patience});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::NotActionable) << error.full_text();
    EXPECT_THAT(error.message(), HasSubstr("is disabled"));
  }
}

TEST_F(ActionChain, MayEndWithAClickAtTheCentre) {  // A4, A5
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().evaluate(R"(document.body.insertAdjacentHTML('beforeend',
      '<div class=veil style="position:fixed;inset:0;background:#8888" onclick="document.title=\'veil\'"></div>'))");
  const std::string press = R"(button "Press")";
  try {
    page().click(press, {.timeout = specs::soon(std::chrono::milliseconds(300))});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr(R"(is covered by <div class="veil"> in the main frame)"));
  }
  const ActionResult result =
      page().click(press, {.timeout = specs::soon(std::chrono::milliseconds(2000)), .fall_back_to_point = true});
  EXPECT_EQ(page().title(), "veil");
  EXPECT_EQ(result.attempts.back().strategy, "centre point");
  EXPECT_THAT(result.attempts[result.attempts.size() - 2].error, HasSubstr("is covered by"));
}

// The pointer comes first and keeps the frame busy, so that the press is given up on its way.
TEST_F(ActionChain, APressGivenUpNeverHitsWhatComesThere) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().evaluate_in("In guest.test", R"(
    var hits = [];
    const pressed = document.getElementById('press');
    pressed.addEventListener('click', () => hits.push('Press'));
    addEventListener('mousemove', () => {
      const end = performance.now() + 1500;
      while (performance.now() < end);
      const other = document.createElement('button');
      other.textContent = 'Other';
      other.onclick = () => hits.push('Other');
      pressed.replaceWith(other);
    }, { once: true }); 0)");
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<button onclick="document.title = this.textContent">Outside</button>'); 0)");
  try {
    page().click(R"(button "Press")", {.timeout = std::chrono::milliseconds(800)});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout) << error.full_text();
  }
  page().click(R"(button "Outside")");
  EXPECT_EQ(page().title(), "Outside");
  page().click(R"(button "Other")");
  EXPECT_EQ(page().evaluate_in("In guest.test", "hits"), nlohmann::json::array({"Other"}));
  // The keyboard's click is no press, whatever guard is left.
  page().press(R"(button "Other")", "Enter");
  EXPECT_EQ(page().evaluate_in("In guest.test", "hits.length"), 2);
}

TEST_F(ActionChain, AForcedPressIsNotKeptByTheGuardsOfOneGivenUp) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().evaluate_in("In guest.test", R"(
    addEventListener('mousemove', () => {
      const end = performance.now() + 1500;
      while (performance.now() < end);
    }, { once: true }); 0)");
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<button style="position:absolute;left:0;top:0" onclick="document.title += this.textContent">+</button>');
      document.title = ''; 0)");
  EXPECT_THROW(page().click(R"(button "Press")", {.timeout = std::chrono::milliseconds(800)}), Error);
  page().click(R"(button "+")", {.force = true});
  page().click_at(4, 4);
  EXPECT_EQ(page().title(), "++");
}

// Guards may stand from one press to the next; whatever else is pressed meanwhile counts.
TEST_F(ActionChain, WhatComesRightAfterAClickIsNotKeptByItsGuards) {
  page().open("http://actions.test/stage.html?guest.test,far.test");
  expect(page()).shows(R"(button "Press")");
  for (const char* frame : {"In guest.test", "In far.test"}) {
    page().evaluate_in(frame, R"(
      var presses = [];
      for (const type of ['contextmenu', 'click']) addEventListener(type, () => presses.push(type)); 0)");
  }
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<button style="position:absolute;left:0;top:0" onclick="document.title += this.textContent">+</button>');
      document.title = ''; 0)");
  const Target inner(R"(button "Press")");
  for (int round = 1; round <= 3; ++round) {
    page().click(inner);
    page().click_at(4, 4);
    page().click(inner);
    page().click(R"(button "+")", {.force = true});
    page().click(inner);
    page().click(R"(button "+")");
    page().click(inner);
    page().tap(R"(button "+")");
    expect(page()).title({std::string(4 * round, '+')});
    page().click(R"(button "+")");
    page().press(inner, "ContextMenu");  // where no press goes
    page().evaluate("document.title = document.title.slice(1); 0");
  }
  EXPECT_EQ(page().evaluate_in("In far.test", "presses.filter(type => type === 'click').length"), 12);
  EXPECT_EQ(page().evaluate_in("In far.test", "presses.filter(type => type === 'contextmenu').length"), 3);
  EXPECT_EQ(page().evaluate_in("In guest.test", "presses.length"), 0);
}

TEST_F(ActionChain, APersonsOwnClickCountsSoonAfterOne) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().evaluate("document.title = 'not yet'; addEventListener('click', () => document.title = 'a person'); 0");
  page().click(R"(button "Press")");
  PageSession& target = page().target();
  const Deadline patience = Deadline::in(std::chrono::seconds(30));
  while (page().title() != "a person" && !patience.expired()) {
    const cdp::Connection::EngineLock lock(target.connection());
    for (const char* type : {"mousePressed", "mouseReleased"}) {
      target.connection().call({target.session(),
                                "Input.dispatchMouseEvent",
                                {{"type", type}, {"x", 2}, {"y", 2}, {"button", "left"}, {"clickCount", 1}},
                                nullptr},
                               patience);
    }
  }
  EXPECT_EQ(page().title(), "a person");
}

TEST_F(ActionChain, TheLogSaysWhereActionsGo) {  // A9
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().click(R"(button "Press")");
  const cdp::Connection::EngineLock lock(page().target().connection());
  EXPECT_THAT(page().target().connection().log().last(200),
              testing::Contains(HasSubstr(R"(click goes to iframe "In guest.test" (f1))")));
}

TEST_F(ActionChain, ADragGoesFromOneProcessToAnother) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Card")");
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<div role=group aria-label=Shelf style="height:40px"></div>');
      const shelf = document.querySelector('[aria-label=Shelf]');
      shelf.ondragenter = shelf.ondragover = event => event.preventDefault();
      shelf.ondrop = event => { document.title = event.dataTransfer.getData('text/plain') }, 0)");
  page().drag(R"(button "Card")", R"(group "Shelf")");
  expect(page()).title({"a card"});
}

TEST_F(ActionChain, APointerKeepsWhatItHoldsInAFrameOfAnotherProcess) {
  page().open("http://actions.test/stage.html?guest.test,actions.test");
  expect(page()).shows(R"(slider "Knob")");
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<div role=group aria-label=Shelf style="height:40px;width:80px"></div>'); 0)");
  page().drag(R"(slider "Knob")", R"(group "Shelf")");
  // Released over the page, and above and left of where the knob has its frame.
  expect(page()).text("css=#log", parse_text_pattern("/^knob at -?\\d+$/"));
  const auto place = [&](const char* side) {
    return page()
        .evaluate_on(R"(slider "Knob")", std::string("knob => knob.getBoundingClientRect().") + side)
        .get<double>();
  };
  // The middle of the shelf is 53, 33 of the page. Two frames are around the knob, each with margin,
  // border and padding, and the page may have been scrolled.
  const double inner_left =
      page()
          .evaluate_in("In guest.test", "document.querySelector('iframe').getBoundingClientRect().left")
          .get<double>();
  const double outer_left =
      page().evaluate("document.querySelector('iframe').getBoundingClientRect().left").get<double>();
  EXPECT_NEAR(place("left") + 45 + inner_left + outer_left + 2 * (5 + 11), 53, 1);
}

}  // namespace
