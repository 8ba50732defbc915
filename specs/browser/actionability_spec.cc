// What an action needs before it is done, what the error says where that is missing, and what bad
// input and bad pages get.
#include <casement/testing.h>
#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "casement/act/picture.h"
#include "casement/find/frame_list.h"
#include "casement/structure/structure.h"
#include "specs/browser/actionability_fixture.h"
#include "specs/support/browser_needs.h"

namespace {

using namespace casement;
using specs::Actionability;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;

TEST_F(Actionability, AnElementWithoutABoxOrHiddenIsNotVisible) {
  show(
      "<button id=a style='visibility:hidden'>A</button><button id=b style='display:none'>B</button>"
      "<button id=c style='width:0;height:0;padding:0;border:0;overflow:hidden'>C</button>"
      "<button id=d style='opacity:0' onclick='document.title=4'>D</button>");
  for (const char* id : {"css=#a", "css=#b", "css=#c"}) {
    EXPECT_THAT(obstacle_of_click(id), HasSubstr("is not visible")) << id;
  }
  page().click("css=#d");  // opacity is no matter of boxes
  EXPECT_EQ(page().title(), "4");
}

TEST_F(Actionability, AnElementWithDisplayContentsIsUsable) {  // CSS Display 3, section 2.5
  show(
      "<style>button, label, a { display: contents }</style><button id=a onclick='document.title += 1'><b>Go</b> "
      "now</button>"
      "<button id=b onclick='document.title += 2'>Text alone</button><label><input type=checkbox>Agree</label>"
      "<div style='height: 3000px'></div><button id=c onclick='document.title += 3'><i>Far</i></button>");
  page().evaluate("document.title = ''");
  page().click(R"(button "Go now")");
  page().click(R"(button "Text alone")");
  page().check(R"(checkbox "Agree")");
  page().click(R"(button "Far")");
  page().hover(R"(button "Go now")");
  EXPECT_EQ(page().title(), "123");
  EXPECT_GT(page().screenshot("css=#b").size(), 50u);
}

TEST_F(Actionability, DisabledIsNativeOrAriaOrByAFieldset) {
  show(
      "<button id=a disabled>A</button><fieldset disabled><legend><button id=ok onclick='document.title=1'>Ok</button>"
      "</legend><button id=b>B</button><input id=i></fieldset><button id=c aria-disabled=true>C</button>"
      "<div role=toolbar aria-disabled=true><button id=d>D</button></div>"
      "<select id=s disabled><option>1</select>");
  for (const char* id : {"css=#a", "css=#b", "css=#c", "css=#d"}) {
    EXPECT_THAT(obstacle_of_click(id), HasSubstr("is disabled")) << id;
  }
  page().click("css=#ok");  // the legend of a disabled fieldset is not disabled
  EXPECT_EQ(page().title(), "1");
  EXPECT_THAT(error_of([&] { page().fill("css=#i", "x", {specs::soon(milliseconds(1000))}); }).message(),
              HasSubstr("is disabled"));
  EXPECT_THAT(error_of([&] { page().select("css=#s", {"1"}, {specs::soon(milliseconds(1000))}); }).message(),
              HasSubstr("is disabled"));
  page().hover("css=#a");  // needs not be enabled
}

TEST_F(Actionability, RefusesToEditReadOnlyElements) {
  show(
      "<input id=a readonly value=old><div id=b role=textbox contenteditable=false>old</div>"
      "<input id=c aria-readonly=true value=old><p id=d>no control</p>");
  for (const char* id : {"css=#a", "css=#c"}) {
    EXPECT_THAT(error_of([&] { page().fill(id, "new", {specs::soon(milliseconds(1000))}); }).message(),
                HasSubstr("is read-only"));
    EXPECT_THAT(error_of([&] { page().clear(id, {specs::soon(milliseconds(1000))}); }).message(),
                HasSubstr("is read-only"));
  }
  EXPECT_THAT(error_of([&] { page().fill("css=#d", "x", {specs::soon(milliseconds(1000))}); }).message(),
              HasSubstr("cannot be edited"));
}

TEST_F(Actionability, TheErrorNamesWhatCoversItInAnyFrame) {  // A5
  page().open("http://actions.test/stage.html?guest.test,actions.test");
  expect(page()).shows(R"(button "Press")");
  const auto cover = [&](const char* frame, const char* id) {
    page().frames().evaluate(frame, std::string("document.body.insertAdjacentHTML('beforeend', '<div id=") + id +
                                        " class=veil style=\"position:fixed;inset:0;background:#8888\"></div>'); 0");
  };
  const auto uncover = [&](const char* frame) {
    page().frames().evaluate(frame, "document.querySelector('.veil').remove()");
  };
  cover("In actions.test", "inner");
  EXPECT_THAT(obstacle_of_click(R"(button "Press")"),
              HasSubstr(R"(is covered by <div id="inner" class="veil"> in iframe "In actions.test")"));
  uncover("In actions.test");
  cover("In guest.test", "middle");
  EXPECT_THAT(obstacle_of_click(R"(button "Press")"),
              HasSubstr(R"(is covered by <div id="middle" class="veil"> in iframe "In guest.test")"));
  uncover("In guest.test");
  cover("main", "outer");
  EXPECT_THAT(obstacle_of_click(R"(button "Press")"),
              HasSubstr(R"(is covered by <div id="outer" class="veil"> in the main frame)"));
  uncover("main");
  page().click(R"(button "Press")");
}

TEST_F(Actionability, AnIframeThatCoversIsNamed) {  // A5
  show(
      "<button>Pay</button><iframe title=Chat src='http://guest.test/blank.html' "
      "style='position:absolute;inset:0;width:100%;height:100%'></iframe>");
  EXPECT_THAT(obstacle_of_click(R"(button "Pay")"), HasSubstr(R"(is covered by <iframe title="Chat">)"));
}

TEST_F(Actionability, NamesTheAncestorThatClipsTheElementAway) {
  specs::require_of_browser(page(), "CSS.supports('overflow', 'clip')", "overflow: clip, in its pages");
  show(
      "<div id=map style='overflow: clip; width: 300px; height: 80px; position: relative'>"
      "<button style='position: absolute; left: 400px'>Wicklow</button></div><div style='margin-left: "
      "300px'>Sea</div>");
  EXPECT_THAT(obstacle_of_click(R"(button "Wicklow")"),
              HasSubstr("is outside the visible part of <div id=\"map\"> and cannot be scrolled into view"));
  page().evaluate("map.style.overflow = 'hidden'; 0");
  page().click(R"(button "Wicklow")");
}

TEST_F(Actionability, AFooterThatSticksIsScrolledFreeOf) {
  show(
      "<div style='height:1400px'></div><button onclick='document.title=5'>Pay</button><div "
      "style='height:2000px'></div>"
      "<div style='position:fixed;bottom:0;left:0;right:0;height:400px;background:white'></div>");
  page().click(R"(button "Pay")");
  EXPECT_EQ(page().title(), "5");
}

TEST_F(Actionability, ReportsThatTheFirstAttemptScrolled) {  // B11
  show("<div style='height:3000px'></div><button>Far</button><div id=veil style='position:fixed;inset:0'></div>");
  page().evaluate("addEventListener('scroll', () => setTimeout(() => veil.remove(), 300)); 0");
  const ActionResult result = page().click(R"(button "Far")");
  EXPECT_THAT(result.attempts.front().error, HasSubstr("is covered by"));
  EXPECT_TRUE(result.scrolled);
}

TEST_F(Actionability, AReplacedElementIsFoundAgainByTargetNotByRef) {
  show("<button disabled>Pay</button>");
  const std::string ref = page().snapshot().ref(R"(button "Pay")");
  page().evaluate(
      "setTimeout(() => document.body.innerHTML = '<button onclick=\"document.title=6\">Pay</button>', 100), 0");
  page().click(R"(button "Pay")");
  EXPECT_EQ(page().title(), "6");
  const Error error = error_of([&] { page().click(ref); });
  EXPECT_EQ(error.kind(), ErrorKind::Detached);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("has left its document"), HasSubstr("Take a new snapshot")));
}

TEST_F(Actionability, AnElementThatAScriptMovesIsHitOrWaitedFor) {
  show("<button style='position:absolute;left:0;top:0' onclick='document.title=7'>Run</button>");
  page().evaluate(R"(const button = document.querySelector('button'); let at = 0;
      const step = () => { button.style.left = `${at += 15}px`; if (at < 900) requestAnimationFrame(step); }; step(), 0)");
  page().click(R"(button "Run")");
  EXPECT_EQ(page().title(), "7");
}

TEST_F(Actionability, AHiddenFileInputTakesFiles) {
  show("<input type=file id=f style='display:none'>");
  const std::string path = std::string(CASEMENT_SOURCE_DIR) + "/LICENSE";
  const ActionResult result = page().upload("css=#f", {path});
  EXPECT_EQ(result.value, "LICENSE");
}

TEST_F(Actionability, WrongOptionsAreRefusedBeforeAnythingIsSent) {
  show("<button onclick='document.title=1'>Pay</button><input aria-label=Name><select aria-label=S><option>1</select>");
  const std::string pay = R"(button "Pay")", name = R"(textbox "Name")", list = R"(combobox "S")";
  const std::string ref = page().snapshot().ref(pay);
  const double nowhere = 1 / 0.0;
  const milliseconds back{-5};
  const std::vector<std::pair<const char*, std::function<void()>>> acts{
      {"no press", [&] { page().click(pay, {.count = 0}); }},
      {"four presses", [&] { page().click(pay, {.count = 4}); }},
      {"a place before the element", [&] { page().click(pay, {.position = Point{-1, 5}}); }},
      {"a place that is no number", [&] { page().click(pay, {.position = Point{std::nan(""), 5}}); }},
      {"a place without end", [&] { page().click(pay, {.position = Point{nowhere, 5}}); }},
      {"a place to hover before the element", [&] { page().hover(pay, {.position = Point{1, -1}}); }},
      {"a point that is no number", [&] { page().mouse().click(std::nan(""), 1); }},
      {"a point without end", [&] { page().mouse().click(1, nowhere); }},
      {"a drag without steps", [&] { page().drag(pay, name, {.steps = 0}); }},
      {"a drag of too many steps", [&] { page().drag(pay, name, {.steps = 100'000}); }},
      {"a drag from nowhere", [&] { page().drag(pay, name, {.from = Point{-1, 0}}); }},
      {"a drag to nowhere", [&] { page().drag(pay, name, {.to = Point{0, std::nan("")}}); }},
      {"a key there is none of", [&] { page().press(name, "Contrl+A"); }},
      {"no key", [&] { page().keyboard().press(""); }},
      {"two keys", [&] { page().keyboard().press("a+b"); }},
      {"a key never pressed", [&] { page().press(name, "a", {.times = 0}); }},
      {"a key pressed too often", [&] { page().press(name, "a", {.times = 1'000'000}); }},
      {"keys in the past", [&] { page().type(name, "x", {.per_character = milliseconds(-1)}); }},
      {"option 0", [&] { page().select_at(list, {0}); }},
      {"properties that are none", [&] { page().dispatch(pay, "click", nlohmann::json(3)); }},
      {"an event without a type", [&] { page().dispatch(pay, ""); }},
      {"a file that is not there", [&] { page().upload(name, {"/nowhere"}); }},
      {"a folder beside a file", [&] { page().upload(name, {std::string(CASEMENT_SOURCE_DIR) + "/LICENSE", "/"}); }},
      {"a distance without end", [&] { page().scroll_by({nowhere, 0}); }},
      {"a wheel turned without end", [&] { page().wheel(pay, {0, -nowhere}); }},
      {"paper of no size", [&] { page().pdf({.paper_width = 0}); }},
      {"paper that is no number", [&] { page().pdf({.paper_height = std::nan("")}); }},
      {"a scale out of range", [&] { page().pdf({.scale = 9}); }},
      {"a forged ref", [&] { page().click("e0"); }},
      {"a ref of no frame", [&] { page().click("f7_e1"); }},
      {"a ref that was never given", [&] { page().fill("e99999", "x"); }},
      {"a ref larger than any number", [&] { page().hover("f99999999999999999999_e1"); }},
      {"a target cut off", [&] { page().click("button \"Pay"); }},
      {"a role there is none of", [&] { page().click("buton \"Pay\""); }},
      {"an empty target", [&] { page().click(""); }},
      {"match 0", [&] { page().click(pay + " #0"); }},
      {"an expression that does not compile", [&] { page().click("button /(/"); }},
      {"a selector of nothing", [&] { page().click("css="); }},
      {"an empty address", [&] { page().open(""); }},
      {"an address of no base", [&] { page().open("checkout"); }},
      {"minus one frame", [&] { page().frames().wait_for(-1, {milliseconds(300)}); }},
      {"minus one element", [&] { expect(page()).count(pay, -1); }},
      {"a state there is none of", [&] { expect(page()).element(pay, "state", {"visibel"}); }},
      {"a time to expect in the past", [&] { expect(page()).within(back).shows(pay); }},
      {"a time to wait in the past", [&] { page().wait_for_load(LoadState::Loaded, {back}); }},
      {"less than nothing of a frame", [&] { page().frames().content("main", FrameContentKind::Text, -1); }},
      {"frames read in the past", [&] { page().frames().configure({.timeout = back}); }},
      {"no time by default", [&] { page().set_default_timeout(milliseconds(0)); }},
      {"a level below the element", [&] { page().structure().pattern(ref, -1); }},
      {"limits below nothing", [&] { page().structure().anchors(ref, 1, {.depth = -1}); }},
      {"a route of nothing", [&] { page().network().route("", RouteAnswer::text("x")); }},
      {"a click in the past", [&] { page().click(pay, {.timeout = back}); }},
      {"a fill in the past", [&] { page().fill(name, "x", {back}); }},
      {"a picture in the past", [&] { page().screenshot({.timeout = back}); }},
      {"a snapshot in the past", [&] { page().snapshot({.timeout = back}); }},
      {"frames below none", [&] { page().snapshot({.max_frame_depth = -1}); }},
      {"frames seen in the past", [&] { page().snapshot({.frame_timeout = back}); }},
      {"an address in the past", [&] { page().open("http://actions.test/blank.html", {.timeout = back}); }},
      {"a script in the past", [&] { page().evaluate("document.title = 2", {back}); }}};
  cdp::Connection& connection = engine_of(page()).connection();
  for (const auto& [what, act] : acts) {
    SCOPED_TRACE(what);
    {
      const cdp::Connection::EngineLock lock(connection);
      connection.log().add("what follows is sent by the call");
    }
    const Error error = error_of(act);
    EXPECT_THAT(error.kind(), testing::AnyOf(ErrorKind::Usage, ErrorKind::Authoring, ErrorKind::UnknownRef))
        << error.what();
    const cdp::Connection::EngineLock lock(connection);
    std::vector<std::string> lines = connection.log().last(200);
    lines.erase(lines.begin(), std::find(lines.rbegin(), lines.rend(), "what follows is sent by the call").base());
    const std::string session = engine_of(page()).session().substr(0, 4);
    EXPECT_THAT(lines, testing::Not(testing::Contains(AllOf(testing::StartsWith("→"), testing::EndsWith(session)))));
  }
  EXPECT_EQ(page().title(), "Blank");
}

TEST_F(Actionability, RefusesAPointOutsideTheViewport) {
  show("<button onclick='document.title=1'>Pay</button>");
  const double width = page().evaluate("innerWidth").get<double>(),
               height = page().evaluate("innerHeight").get<double>();
  if (!engine_of(page()).environment().adopted) {
    EXPECT_EQ(width, 1280);
    EXPECT_EQ(height, 720);
  }
  for (const Point point : {Point{-1, 5}, Point{5, -1}, Point{width, 5}, Point{5, height}, Point{1e9, 1e9}}) {
    const Error error = error_of([&] { page().mouse().click(point.x, point.y); });
    EXPECT_EQ(error.kind(), ErrorKind::Usage) << error.what();
    EXPECT_THAT(error.message(),
                HasSubstr(fmt::format("is outside of the viewport, which has {} × {} pixels", width, height)));
  }
  page().mouse().click(width - 1, height - 1);
  page().mouse().click(20, 20);
  EXPECT_EQ(page().title(), "1");
}

TEST_F(Actionability, RefusesAnInvalidValueAtOnce) {
  show(
      "<input type=checkbox aria-label=C><input type=date aria-label=D><input type=range aria-label=R max=5><select "
      "aria-label=S><option>1</select>"
      "<button>B</button>");
  const auto soon = [&](const std::function<void()>& act) { return error_of(act).message(); };
  EXPECT_THAT(soon([&] { page().fill(R"(checkbox "C")", "x"); }), HasSubstr("does not accept text"));
  EXPECT_THAT(soon([&] { page().fill("label=\"D\"", "tomorrow"); }),
              HasSubstr("does not accept \"tomorrow\" as date; write it as 2031-03-14"));
  EXPECT_THAT(soon([&] { page().fill("label=\"R\"", "9"); }),
              HasSubstr("does not accept \"9\" as range; write a number (max 5)"));
  EXPECT_THAT(soon([&] { page().fill(R"(combobox "S")", "1"); }), HasSubstr("is a list to select from"));
  EXPECT_THAT(soon([&] { page().select(R"(button "B")", {"1"}); }),
              HasSubstr("is not a select element; click it, and then click its option"));
  EXPECT_THAT(soon([&] { page().select(R"(combobox "S")", {"1", "2"}); }), HasSubstr("accepts only one option"));
  EXPECT_THAT(soon([&] { page().check(R"(button "B")"); }), HasSubstr("is a button, which cannot be checked"));
}

TEST_F(Actionability, APageThatHangsInTheMiddleOfAClickEndsTheClick) {
  show("<button onclick='for(;;);'>Hang</button>");
  EXPECT_EQ(error_of([&] { page().click(R"(button "Hang")", {.timeout = milliseconds(700)}); }).kind(),
            ErrorKind::Timeout);
  Page second = context().new_page(std::chrono::seconds(10));
  second.open("http://actions.test/workbench.html");
  second.click(R"(button "Press")");
}

TEST_F(Actionability, APageThatCrashesInTheMiddleOfAClickEndsTheClick) {
  show("<button onclick='parent.gone = 1; for (let all = []; ; ) all.length > 0;'>Crash</button>");
  {
    const cdp::Connection::EngineLock lock(engine_of(page()).connection());
    engine_of(page()).connection().send({engine_of(page()).session(), "Page.crash"});
  }
  const Error error =
      error_of([&] { page().click(R"(button "Crash")", {.timeout = specs::soon(milliseconds(3000))}); });
  EXPECT_THAT(error.kind(), testing::AnyOf(ErrorKind::TargetCrashed, ErrorKind::SessionClosed)) << error.what();
  page().open("http://actions.test/workbench.html");
  page().click(R"(button "Press")");
}

TEST_F(Actionability, FillNeverChangesAnotherField) {
  show("<input id=a><input id=b value=kept><script></script>");
  page().evaluate("a.onfocus = () => b.focus(), 0");
  EXPECT_THAT(error_of([&] { page().fill("css=#a", "lost", {specs::soon(milliseconds(300))}); }).message(),
              HasSubstr("loses the focus"));
  EXPECT_THAT(error_of([&] { page().clear("css=#a", {specs::soon(milliseconds(300))}); }).message(),
              HasSubstr("loses the focus"));
  EXPECT_EQ(page().value("css=#b"), "kept");
  page().evaluate("a.onfocus = null, 0");
  page().fill("css=#a", "there");
  EXPECT_EQ(page().value("css=#a"), "there");
}

TEST_F(Actionability, AFieldThatRefusesItsTextIsNotFilled) {
  show(
      "<input id=a onbeforeinput='event.stopImmediatePropagation(); event.preventDefault()'>"
      "<input id=b onbeforeinput='event.preventDefault(); setTimeout(() => { this.value = event.data.toUpperCase() "
      "})'>");
  specs::require_chromium(page(), 110, "let a field refuse the text that is put into it");
  EXPECT_THAT(error_of([&] { page().fill("css=#a", "x"); }).message(), HasSubstr("it holds \"\" instead of that text"));
  page().fill("css=#b", "later");
  expect(page()).value("css=#b", TextPattern::exact("LATER"));
}

TEST_F(Actionability, TypingMayFallBackToAClickAtTheCentre) {  // A4
  // A pad that is no control: a click gives the focus to the field that stands somewhere else.
  show(
      "<div id=pad style='width:200px;height:60px' "
      "onclick='document.querySelector(\"input\").focus()'>Pad</div><input>");
  page().type("css=#pad", "by hand", {.timeout = milliseconds(10000), .fall_back_to_point = true});
  EXPECT_EQ(page().value("css=input"), "by hand");
  EXPECT_EQ(page().last_action().attempts.back().strategy, "centre point");
}

}  // namespace
