// An action that looks for its target in every frame: what it tells of each, and what a press that is given up leaves
// behind.
#include <casement/testing.h>
#include <fmt/format.h>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/browser_needs.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

class ActionChain : public SiteTest<"actions"> {};

TEST_F(ActionChain, ListsEveryFrameThatWasSearched) {  // A4
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

TEST_F(ActionChain, PrintsEachAttemptOnALineOnRequest) {
  page().open("http://actions.test/stage.html?guest.test,far.test");
  expect(page()).shows(R"(button "Press")");
  std::vector<std::string> lines;
  page().set_attempt_log([&](std::string_view line) {
    lines.emplace_back(line);
    static_cast<void>(page().url());  // may be asked
  });
  const ActionResult result = page().click(R"(button "Press")");
  ASSERT_EQ(lines.size(), result.attempts.size());
  EXPECT_EQ(lines[0], attempt_line(result, result.attempts[0]));
  EXPECT_THAT(lines[0], MatchesRegex(R"(click button "Press": the main frame: main: nothing matches, [0-9]+ ms)"));
  EXPECT_THAT(lines.back(),
              MatchesRegex(R"(click button "Press": iframe "In far.test" \(f2\): element: done, [0-9]+ ms)"));
  lines.clear();
  ClickOptions briefly;
  briefly.timeout = specs::soon(Milliseconds{200});
  EXPECT_THROW(page().click(R"(button "Nowhere")", briefly), Error);
  EXPECT_EQ(lines.size(), page().last_action().attempts.size());
  page().evaluate("document.body.insertAdjacentHTML('beforeend', `<button disabled>Not\n yet</button>`); 0");
  EXPECT_THROW(page().click(R"(button "Not yet")", briefly), Error);
  EXPECT_THAT(lines.back(), AllOf(HasSubstr("disabled"), Not(HasSubstr("\n"))));
  page().set_attempt_log(nullptr);
  lines.clear();
  page().click(R"(button "Press")");
  EXPECT_THAT(lines, IsEmpty());
}

TEST_F(ActionChain, TellsWhereThePointerWasSent) {
  page().open("http://actions.test/stage.html?guest.test,far.test");
  const Target press(R"(button "Press" in iframe "In far.test")");
  const auto is_at = [](Point point) {
    return testing::Optional(
        AllOf(testing::Field(&Point::x, DoubleNear(point.x, 1)), testing::Field(&Point::y, DoubleNear(point.y, 1))));
  };
  const auto in_box = [&](double x, double y) {
    const BoundingBox box = page().bounding_box(press);
    return is_at({box.x + x * box.width, box.y + y * box.height});
  };
  EXPECT_THAT(page().click(press).point, in_box(0.5, 0.5));
  EXPECT_THAT(page().hover(press).point, in_box(0.5, 0.5));
  EXPECT_THAT(page().click(press, {.position = Point{2, 3}}).point,
              is_at({page().bounding_box(press).x + 2, page().bounding_box(press).y + 3}));
  EXPECT_THAT(page().mouse().click(20, 30).point, is_at({20, 30}));
  EXPECT_EQ(page().focus(press).point, std::nullopt);
}

TEST_F(ActionChain, ListsNoFrameThatTheTargetExcludes) {
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
  page().frames().evaluate("In guest.test", "document.getElementById('press').disabled = true");
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
  page().frames().evaluate("In guest.test", fmt::format(R"(document.getElementById('press').disabled = true;
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
  page().frames().configure({.timeout = patience / 5});
  page().frames().evaluate("In guest.test", fmt::format(R"(document.getElementById('press').disabled = true;
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
  page().frames().evaluate("In guest.test", R"(
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
  EXPECT_EQ(page().frames().evaluate("In guest.test", "hits"), nlohmann::json::array({"Other"}));
  // The keyboard's click is no press, whatever guard is left.
  page().press(R"(button "Other")", "Enter");
  EXPECT_EQ(page().frames().evaluate("In guest.test", "hits.length"), 2);
}

TEST_F(ActionChain, AForcedPressIsNotKeptByTheGuardsOfOneGivenUp) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().frames().evaluate("In guest.test", R"(
    addEventListener('mousemove', () => {
      const end = performance.now() + 1500;
      while (performance.now() < end);
    }, { once: true }); 0)");
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<button style="position:absolute;left:0;top:0" onclick="document.title += this.textContent">+</button>');
      document.title = ''; 0)");
  EXPECT_THROW(page().click(R"(button "Press")", {.timeout = std::chrono::milliseconds(800)}), Error);
  page().click(R"(button "+")", {.force = true});
  page().mouse().click(4, 4);
  EXPECT_EQ(page().title(), "++");
}

// Guards may stand from one press to the next; whatever else is pressed meanwhile counts.
TEST_F(ActionChain, GuardsOfAClickLetLaterPressesThrough) {
  page().open("http://actions.test/stage.html?guest.test,far.test");
  expect(page()).shows(R"(button "Press")");
  for (const char* frame : {"In guest.test", "In far.test"}) {
    page().frames().evaluate(frame, R"(
      var presses = [];
      for (const type of ['contextmenu', 'click']) addEventListener(type, () => presses.push(type)); 0)");
  }
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<button style="position:absolute;left:0;top:0" onclick="document.title += this.textContent">+</button>');
      document.title = ''; 0)");
  const Target inner(R"(button "Press")");
  for (int round = 1; round <= 3; ++round) {
    page().click(inner);
    page().mouse().click(4, 4);
    page().click(inner);
    page().click(R"(button "+")", {.force = true});
    page().click(inner);
    page().click(R"(button "+")");
    page().click(inner);
    page().tap(R"(button "+")");
    expect(page()).title({std::string(static_cast<std::size_t>(4 * round), '+')});
    page().click(R"(button "+")");
    page().press(inner, "ContextMenu");  // where no press goes
    page().evaluate("document.title = document.title.slice(1); 0");
  }
  EXPECT_EQ(page().frames().evaluate("In far.test", "presses.filter(type => type === 'click').length"), 12);
  EXPECT_EQ(page().frames().evaluate("In far.test", "presses.filter(type => type === 'contextmenu').length"), 3);
  EXPECT_EQ(page().frames().evaluate("In guest.test", "presses.length"), 0);
}

TEST_F(ActionChain, APersonsOwnClickCountsSoonAfterOne) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().evaluate("document.title = 'not yet'; addEventListener('click', () => document.title = 'a person'); 0");
  page().click(R"(button "Press")");
  PageSession& target = engine_of(page());
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

TEST_F(ActionChain, TheLogNamesTheFrameOfEachAction) {  // A9
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  page().click(R"(button "Press")");
  const cdp::Connection::EngineLock lock(engine_of(page()).connection());
  EXPECT_THAT(engine_of(page()).connection().log().last(200),
              testing::Contains(HasSubstr(R"(click goes to iframe "In guest.test" (f1))")));
}

TEST_F(ActionChain, ADragGoesFromOneProcessToAnother) {
  specs::require_own_processes(page());
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Card")");
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<div role=group aria-label=Shelf style="height:40px"></div>');
      const shelf = document.querySelector('[aria-label=Shelf]');
      shelf.ondragenter = shelf.ondragover = event => event.preventDefault();
      shelf.ondrop = event => { document.title = event.dataTransfer.getData('text/plain') }, 0)");
  page().drag(R"(button "Card")", R"(group "Shelf")");
  expect(page()).title("a card");
}

TEST_F(ActionChain, APointerKeepsWhatItHoldsInAFrameOfAnotherProcess) {
  page().open("http://actions.test/stage.html?guest.test,actions.test");
  expect(page()).shows(R"(slider "Knob")");
  page().evaluate(R"(document.body.insertAdjacentHTML('afterbegin',
      '<div role=group aria-label=Shelf style="height:40px;width:80px"></div>'); 0)");
  page().drag(R"(slider "Knob")", R"(group "Shelf")");
  // Released over the page, and above and left of where the knob has its frame.
  expect(page()).text("css=#log", TextPattern("/^knob at -?\\d+$/"));
  const auto place = [&](const char* side) {
    return page()
        .evaluate_on(R"(slider "Knob")", std::string("knob => knob.getBoundingClientRect().") + side)
        .get<double>();
  };
  // The middle of the shelf is 53, 33 of the page. Two frames are around the knob, each with margin,
  // border and padding, and the page may have been scrolled.
  const double inner_left =
      page()
          .frames()
          .evaluate("In guest.test", "document.querySelector('iframe').getBoundingClientRect().left")
          .get<double>();
  const double outer_left =
      page().evaluate("document.querySelector('iframe').getBoundingClientRect().left").get<double>();
  EXPECT_NEAR(place("left") + 45 + inner_left + outer_left + 2 * (5 + 11), 53, 1);
}

}  // namespace
