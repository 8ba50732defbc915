// What becomes a line of a snapshot, and what is left out for being noise: one test a rule.
#include <gmock/gmock.h>

#include "specs/bridge/rules_fixture.h"
#include "specs/support/shown_markup.h"

namespace casement {
namespace {

using specs::Rules;

TEST_F(Rules, RunsOfTextAreJoined) {
  EXPECT_EQ(text_of("one <b>two</b> <i>three</i>"), "- text: one two three\n");
}

TEST_F(Rules, BlocksPartRunsOfText) {
  EXPECT_EQ(text_of("one<div>two</div>three"), "- text: one\n- text: two\n- text: three\n");
}

TEST_F(Rules, ATextThatIsTheNameIsDropped) {
  EXPECT_EQ(text_of("<button>Pay</button>"), "- button \"Pay\" [ref=e1]\n");
}

TEST_F(Rules, ATextThatIsNotTheNameStays) {
  EXPECT_EQ(text_of("<button aria-label=Pay>now</button>"), "- button \"Pay\" [ref=e1]: now\n");
}

TEST_F(Rules, AGenericWithoutARefIsUnwrapped) {
  EXPECT_EQ(text_of("<div><div><button>a</button><button>b</button></div></div>"),
            "- button \"a\" [ref=e1]\n- button \"b\" [ref=e2]\n");
}

TEST_F(Rules, AnIconOutsideTheTabOrderIsNotUsable) {
  EXPECT_EQ(text_of("<button><svg tabindex=-1 aria-label=Close width=9 height=9></svg></button><svg tabindex=-1 "
                    "width=9 height=9></svg>"),
            "- button \"Close\" [ref=e1]\n");
  EXPECT_EQ(text_of("<button>Pay</button><svg tabindex=0 width=9 height=9></svg>"),
            "- button \"Pay\" [ref=e2]\n- img [ref=e3]\n");
}

TEST_F(Rules, AValueThatRepeatsTheContentIsLeftOut) {
  EXPECT_EQ(text_of("<div role=progressbar aria-label=Upload aria-valuenow=40>40%</div>"),
            "- progressbar \"Upload\" [ref=e1]: 40%\n");
  EXPECT_EQ(text_of("<div role=progressbar aria-label=Upload aria-valuenow=40><div>40</div></div>"),
            "- progressbar \"Upload\" [ref=e2]: \"40\"\n");
  EXPECT_EQ(
      text_of("<div role=progressbar aria-label=Upload aria-valuenow=2 aria-valuetext='2 of 5'><b>2 of 5</b></div>"),
      "- progressbar \"Upload\" [ref=e3]: \"2 of 5\"\n");
  EXPECT_EQ(text_of("<div role=progressbar aria-label=Upload aria-valuenow=40>a while</div>"),
            "- progressbar \"Upload\" [ref=e4]:\n  - text: a while\n  - text: \"40\"\n");
}

TEST_F(Rules, AControlThatNobodySeesIsLeftOut) {
  EXPECT_EQ(text_of("stays<input aria-hidden=true value=gone style='opacity:0'><div aria-hidden=true><input value=gone "
                    "style='width:1px;height:1px;border:0;padding:0'></div><span aria-hidden=true "
                    "style='opacity:0'><input value=gone></span>"
                    "<input type=checkbox aria-hidden=true style='position:absolute;clip:rect(0 0 0 0)'>"
                    "<select aria-hidden=true style='position:absolute;clip-path:inset(50%)'><option>gone</select>"),
            "- text: stays\n");
  EXPECT_THAT(text_of("<input aria-hidden=true value=seen>"), testing::HasSubstr("seen"));
  EXPECT_THAT(text_of("<input aria-label=Heard value=read style='opacity:0'>"),
              testing::HasSubstr("textbox \"Heard\""));
}

TEST_F(Rules, ATargetMatchesNoControlThatNobodySees) {
  (void)text_of(
      "<button role=checkbox aria-checked=false aria-label=Terms onclick='document.title=1'></button>"
      "<input type=checkbox aria-label=Terms aria-hidden=true tabindex=-1 style='position:absolute;opacity:0'>");
  page().click("checkbox \"Terms\"");
  EXPECT_EQ(page().title(), "1");
}

// Whether an element has a box and is visible is looked up only where a style sheet may have a say.
TEST_F(Rules, LeaveOutElementsHiddenByAnyRule) {
  const char* const pages[] = {
      "<style>.h{display:none}</style><p class=h>gone</p><p>stays</p>",
      "<style>@media all{.h{display:none}}</style><p class=h>gone</p><p>stays</p>",
      "<style>@layer a{.h{display:none!important}}</style><p class=h>gone</p><p>stays</p>",
      "<style>:root{--d:none}.h{display:var(--d)}</style><p class=h>gone</p><p>stays</p>",
      "<style>div{& .h{display:none}}</style><div><p class=h>gone</p><p>stays</p></div>",
      "<style>.h{@media all{display:none}}</style><div><p class=h>gone</p><p>stays</p></div>",
      "<style>@scope(.s){:scope{display:none}}</style><p class=s>gone</p><p>stays</p>",
      "<style>@scope(.s){display:none}</style><p class=s>gone</p><p>stays</p>",
      "<p style='display:none'>gone</p><p>stays</p>",
      "<p hidden>gone</p><p>stays</p>",
      "<p style='color:red;\\64 isplay:none'>gone</p><p style='color:red'>stays</p>",
      "<div style='content-visibility:hidden'><p>gone</p></div><p style='width:20em'>stays</p>",
      "<p style='visibility:hidden' hidden=until-found>gone</p><p>stays</p>",
      "<p style='color:red' hidden>gone</p><p>stays</p>",
      "<p popover>gone</p><p>stays</p>",
      "<style>.h{visibility:hidden}</style><div class=h>gone<p style='visibility:visible'>stays</p></div>",
      "<style>.h{visibility:hidden}</style><label>stays<span class=h>gone</span><input></label>",
      "<style>.h{display:none}</style><button>stays<span class=h>gone</span></button>",
      "<style>@keyframes k{from,to{visibility:hidden}}.h{animation:k 9s infinite}</style><p "
      "class=h>gone</p><p>stays</p>",
      "<style>.h{display:table-column}</style><div class=h><p>gone</p></div><p>stays</p>",
      "<style>.h{content:url(data:,)}</style><div class=h><p>gone</p></div><p>stays</p>",
      "<style>.h{content-visibility:hidden}</style><div class=h><p>gone</p></div><p>stays</p>",
      "<x-h><template shadowrootmode=open><style>:host{display:none}</style><p>gone</p></template></x-h><p>stays</p>",
      "<x-h off><template "
      "shadowrootmode=open><style>:host([off]){visibility:hidden}</style><p>gone</p></template></x-h>stays",
      "<x-h><template shadowrootmode=open><style>::slotted(.h){display:none}</style><slot></slot></template>"
      "<p class=h>gone</p><p>stays</p></x-h>",
      "<style>x-h::part(a){display:none}</style><x-h><template shadowrootmode=open><p "
      "part=a>gone</p><p>stays</p></template></x-h>",
      "<x-h><template "
      "shadowrootmode=open><style>slot{display:none}</style><slot></slot><p>stays</p></template><p>gone</p></x-h>",
      "<x-h><template shadowrootmode=open><style>slot{visibility:hidden}</style><slot></slot><p>stays</p></template>"
      "<p>gone</p></x-h>",
      "<canvas><p>gone</p></canvas><p>stays</p>",
      "<p>stays</p><div>stays<input type=hidden value=gone></div>",
  };
  for (const char* markup : pages) {
    page().open("data:text/html,<!doctype html><html lang=en><body></body>");
    page().evaluate(specs::show_in_body(markup) + "; 0");
    EXPECT_THAT(page().snapshot().text(),
                testing::AllOf(testing::HasSubstr("stays"), testing::Not(testing::HasSubstr("gone"))))
        << markup;
  }
}

// Rules are filed under what their selectors' subjects must have, so that few are held against an element.
TEST_F(Rules, LeaveOutElementsHiddenByAnySelector) {
  const char* const selectors[] = {"p",
                                   "P",
                                   "*|p.h",
                                   "#i",
                                   ".h",
                                   ".h.k",
                                   "p#i.h",
                                   ".x,.h",
                                   ".x, p",
                                   "body .h",
                                   "body>.h",
                                   "style + .h",
                                   "style~.h",
                                   "[data-d]",
                                   "[data-d=\"a, .b]\"]",
                                   ":is(.x,.h)",
                                   ":where(#i)",
                                   ":not(.stays,style,body,html,head)",
                                   "p:first-of-type",
                                   "p:nth-child(2)",
                                   ".h:not(.x)",
                                   "*.h",
                                   "*:not(.stays,style,body,html,head)",
                                   ".md\\:h",
                                   "#\\31 g",
                                   "#\\31 g.h",
                                   ".\\68",
                                   "body .\\31 2",
                                   ".été",
                                   "p:has(i)",
                                   ":root .h",
                                   "html:not(.x) .h",
                                   ".h:hover,.h",
                                   "body :is(p,#x).h",
                                   ".x ::before,.h",
                                   ".h::after,.h"};
  for (const std::string selector : selectors) {
    const std::string id = selector.find("31 g") != std::string::npos ? "1g" : "i";
    const std::string markup = "<style>" + selector +
                               "{display:none!important}.stays{display:block!important}</style><p id=" + id +
                               " class='h k md:h 12 été' data-d='a, .b]'>gone<i></i></p><p class=stays>stays</p>";
    EXPECT_EQ(text_of(markup), "- paragraph: stays\n") << selector;
  }
}

TEST_F(Rules, InQuirksModeTheCaseOfClassesDoesNotCount) {
  page().open("data:text/html,<style>.H,%23I{display:none}</style><p class=h>gone</p><p id=i>gone</p><p>stays</p>");
  EXPECT_EQ(page().snapshot().text(), "- paragraph: stays\n");
}

TEST_F(Rules, LeaveOutElementsHiddenByAScriptsAnimation) {
  page().open("data:text/html,<!doctype html><html lang=en><body><p>gone</p><i>stays</i></body>");
  page().evaluate("document.querySelector('p').animate({visibility: ['hidden', 'hidden']}, 1e6), 0");
  EXPECT_EQ(page().snapshot().text(), "- text: stays\n");
}

TEST_F(Rules, AUsableGenericStays) {
  EXPECT_EQ(text_of("<div onclick='1'>a<button>b</button></div>"),
            "- generic [ref=e1]:\n  - text: a\n  - button \"b\" [ref=e2]\n");
}

TEST_F(Rules, AUsedGenericAroundOneElementGivesWay) {
  EXPECT_EQ(text_of("<div onclick='1'><button>b</button></div>"), "- button \"b\" [ref=e1]\n");
}

TEST_F(Rules, AnInlineGenericIsText) {
  EXPECT_EQ(text_of("<p>one <span>two</span></p>"), "- paragraph: one two\n");
}

TEST_F(Rules, ANamelessImageIsDropped) {
  EXPECT_EQ(text_of("<img src='data:,' width=9 height=9>text"), "- text: text\n");
}

TEST_F(Rules, ANamelessImageThatIsClickedStays) {
  EXPECT_EQ(text_of("<img src='data:,' width=9 height=9 style='cursor:pointer'>"), "- img [ref=e1] [cursor=pointer]\n");
}

TEST_F(Rules, ThePointerIsNotRepeatedInside) {
  EXPECT_EQ(text_of("<a href='#x'>a <b style='cursor:pointer'>b</b></a>"),
            "- link \"a b\" [ref=e1]:\n  - /url: \"#x\"\n");
}

TEST_F(Rules, APlaceholderIsAPropertyUnlessItIsTheName) {
  EXPECT_EQ(text_of("<input aria-label=Name placeholder=Ada><input placeholder=Ada>"),
            "- textbox \"Name\" [ref=e1]:\n  - /placeholder: Ada\n- textbox \"Ada\" [ref=e2]\n");
}

TEST_F(Rules, AClosedSelectShowsWhatIsChosen) {
  EXPECT_EQ(text_of("<select aria-label=City><option>Ulm<option selected>Bonn</select>"),
            "- combobox \"City\" [expanded=false] [ref=e1]: Bonn\n");
}

TEST_F(Rules, AnOpenListShowsItsOptions) {
  EXPECT_EQ(text_of("<select multiple aria-label=City><option>Ulm<option selected>Bonn</select>"),
            "- listbox \"City\" [ref=e1]:\n  - option \"Ulm\" [ref=e2]\n"
            "  - option \"Bonn\" [selected] [ref=e3]\n");
}

TEST_F(Rules, MarkVisibleElementsHiddenFromAssistiveTechnology) {
  EXPECT_EQ(text_of("<button aria-hidden=true>x</button>"), "- button \"x\" [aria-hidden] [ref=e1]\n");
}

TEST_F(Rules, ANativeControlUnderAStyledBoxIsAControl) {
  EXPECT_EQ(text_of("<label>Terms <input type=checkbox style='opacity:0;position:absolute'></label>"),
            "- checkbox \"Terms\" [ref=e1]\n");
}

// A person ticks what stands for it; where that is, a press of the ref goes.
TEST_F(Rules, EveryWayToHideANativeControlLeavesItAControl) {
  const char* const ways[] = {
      "opacity:0;position:absolute",
      "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)",
      "position:absolute;clip-path:inset(50%)",
      "position:absolute;width:1px;height:1px;margin:-1px",
      "appearance:none;width:0;height:0;margin:0",
  };
  for (const char* way : ways) {
    const std::string text = text_of("<label style='position:relative'>Terms <input type=checkbox id=box style='" +
                                     std::string(way) + "'></label>");
    EXPECT_THAT(text, testing::MatchesRegex("- checkbox \"Terms\" .ref=e[0-9]+.\n")) << way;
    page().click(page().snapshot().ref(R"(checkbox "Terms")"));
    EXPECT_EQ(page().evaluate("box.checked"), true) << way;
  }
}

// Seen, and yet hidden from assistive technology: in, marked once, and left out on request.
TEST_F(Rules, LeaveOutAriaHiddenElementsOnRequest) {
  EXPECT_EQ(text_of("<div aria-hidden=true>a <button>b</button></div><button>c</button>"),
            "- generic [aria-hidden]:\n  - text: a\n  - button \"b\" [ref=e1]\n- button \"c\" [ref=e2]\n");
  EXPECT_EQ(page().snapshot({.aria_hidden = false}).text(), "- button \"c\" [ref=e2]\n");
}

TEST_F(Rules, TextHasTheCaseThatStyleSheetsGiveIt) {
  EXPECT_EQ(text_of("<style>.u{text-transform:uppercase}.c{text-transform:capitalize}.n{text-transform:none}</style>"
                    "<p class=u>one <b class=n>two</b></p><button class=c>x-ray lab</button>"),
            "- paragraph: ONE two\n- button \"X-Ray Lab\" [ref=e1]\n");
  expect(page()).text("css=p", "ONE two");
  EXPECT_EQ(text_of("<p style='text-transform:uppercase'>one</p>"), "- paragraph: ONE\n");
  EXPECT_EQ(text_of("<style>div{& p{text-transform:uppercase}}</style><div><p>one</p></div>"), "- paragraph: ONE\n");
}

TEST_F(Rules, TheCaseOfTextIsInherited) {
  EXPECT_EQ(
      text_of(
          "<style>.u{text-transform:uppercase}.n{text-transform:none}</style><main class=u><div><p>one <i>two</i></p>"
          "<button>b</button><a href=x>go <b>on <i class=n>not</i></b></a></div></main><h2>plain <b>text</b></h2>"),
      "- main [ref=e1]:\n  - paragraph: ONE TWO\n  - button \"b\" [ref=e2]\n"
      "  - link \"GO ON not\" [ref=e3]:\n    - /url: x\n"
      "- heading \"plain text\" [level=2]\n");
  EXPECT_THAT(text_of("<style>.u{text-transform:uppercase}</style><div class=u><span id=l>label <b>me</b></span></div>"
                      "<input aria-labelledby=l>"),
              testing::StartsWith("- textbox \"LABEL ME\""));
  page().open("data:text/html,<!doctype html><html lang=en><body></body>");
  page().evaluate(specs::show_in_body("<x-h><template shadowrootmode=open><style>p{text-transform:uppercase}</style>"
                                      "<p><slot></slot></p></template>one <b>two</b></x-h><p>three</p>") +
                  "; 0");
  EXPECT_EQ(page().snapshot().text(), "- paragraph: ONE TWO\n- paragraph: three\n");
}

TEST_F(Rules, BoxesAreReportedOnRequest) {
  const std::string markup = "<button style='position:fixed;left:20px;top:30px;width:80px;height:40px'>b</button>";
  EXPECT_EQ(text_of(markup), "- button \"b\" [ref=e1]\n");
  EXPECT_EQ(page().snapshot({.boxes = true}).text(), "- button \"b\" [ref=e1] [box=20,30,80,40]\n");
}

// No script can see listeners; the browser is asked for them where somebody wants to know.
TEST_F(Rules, GiveElementsWithListenersARefOnRequest) {
  page().open(
      "data:text/html,<!doctype html><div id=a>menu</div><p id=b>moves</p><span id=c>row</span><div id=d>later</div>");
  page().evaluate(
      "a.addEventListener('click', () => document.title = 'clicked');"
      "b.addEventListener('mousemove', () => {}); c.onpointerdown = () => {};"
      "document.body.addEventListener('click', () => {}); 0");
  const std::string without = "- text: menu\n- paragraph: moves\n- text: row\n- text: later\n";
  EXPECT_EQ(page().snapshot().text(), without);
  EXPECT_EQ(page().snapshot({.listeners = true}).text(),
            "- generic [ref=e1]: menu\n- paragraph: moves\n- generic [ref=e2]: row\n- text: later\n");
  EXPECT_EQ(page().snapshot().text(), without);
  page().evaluate("d.addEventListener('click', () => {}); 0");
  EXPECT_THAT(page().snapshot({.listeners = true}).text(), testing::HasSubstr("- generic [ref=e3]: later\n"));
  page().click("e1");
  EXPECT_EQ(page().title(), "clicked");
}

TEST_F(Rules, ListenersAreFoundInFramesAndShadowRoots) {
  page().open(
      "data:text/html,<!doctype html><x-h><template shadowrootmode=open><p>in the root</p></template></x-h><iframe "
      "title=f "
      "srcdoc='<div id=d>in the frame</div><script>d.onclick = () => {}</script>'></iframe>");
  page().evaluate("document.querySelector('x-h').shadowRoot.firstChild.addEventListener('click', () => {}); 0");
  EXPECT_EQ(page().snapshot({.listeners = true}).text(),
            "- paragraph [ref=e2]: in the root\n- iframe \"f\" [ref=e1]:\n  - /url: about:srcdoc\n"
            "  - generic [ref=f1_e1]: in the frame\n");
}

// A plain element with children of its own tells by them that it is a host: they are for a slot that nobody sees, or,
// where the page has closed roots at all, they are nowhere.
TEST_F(Rules, ClosedRootsOfHostsWithChildrenAreRead) {
  page().open(
      "data:text/html,<!doctype html><div id=a><button slot=s>placed</button><button>nowhere</button></div>"
      "<div id=b>lost <button>lost</button></div><div id=c><i slot=n>open</i></div>");
  page().evaluate(
      "a.attachShadow({mode: 'closed'}).innerHTML = '<button>own</button><slot name=s></slot>';"
      "b.attachShadow({mode: 'closed'}).innerHTML = '<p>only this</p>';"
      "c.attachShadow({mode: 'open'}).innerHTML = '<slot name=n></slot>'; 0");
  const std::string first = page().snapshot().text();
  EXPECT_EQ(first, "- button \"own\" [ref=e4]\n- button \"placed\" [ref=e1]\n- paragraph: only this\n- text: open\n");
  EXPECT_EQ(page().snapshot().text(), first);
}

TEST_F(Rules, RefsStayOverSnapshotsAndInsertions) {
  page().open("data:text/html,<button id=b>b</button>");
  EXPECT_EQ(page().snapshot().text(), "- button \"b\" [ref=e1]\n");
  page().evaluate("b.insertAdjacentHTML('beforebegin', '<button>a</button>'); 0");
  EXPECT_EQ(page().snapshot().text(), "- button \"a\" [ref=e2]\n- button \"b\" [ref=e1]\n");
}

TEST_F(Rules, ThePageCannotSeeThatItWasRead) {
  page().open(
      "data:text/html,<button id=b>b</button><script>b.onfocus=()=>document.title='touched';"
      "new MutationObserver(()=>document.title='touched')"
      ".observe(document,{subtree:true,childList:true,attributes:true})</script>");
  const auto markup = page().evaluate("document.documentElement.outerHTML");
  (void)page().snapshot();
  EXPECT_EQ(page().evaluate("document.documentElement.outerHTML"), markup);
  EXPECT_EQ(page().evaluate("Reflect.ownKeys(b).length + Reflect.ownKeys(document).filter(k => k "
                            "!== 'location').length"),
            0);
  EXPECT_EQ(page().evaluate("typeof casement"), "undefined");
  EXPECT_EQ(page().title(), "");
}

}  // namespace
}  // namespace casement
