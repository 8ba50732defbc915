// What a user did with a page, and styles that a page's rules no longer spell out, drawn by the page of a trace.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

#include "specs/support/drawn_trace.h"

namespace {

using namespace casement;

class TracedStates : public specs::Traced<"actions"> {
 protected:
  // The computed value of a property of the drawn element with this id.
  std::string style(const Page& viewer, const std::string& id, const std::string& property,
                    const std::string& pseudo = "") {
    return ask(viewer, "d.defaultView.getComputedStyle(d.getElementById('" + id + "'), '" + pseudo + "')." + property)
        .get<std::string>();
  }
};

class TracedStyles : public TracedStates {};

TEST_F(TracedStates, FocusHasItsRingAndItsRules) {
  show(
      "<style>#a:focus { background: rgb(1, 2, 3) } form:focus-within { padding: 9px } .x\\:focus { color: rgb(4, 5, "
      "6) "
      "}</style><form id=f><input id=a></form><button id=b>B</button><p id=c class='x:focus'>C</p>");
  page().focus("css=#a");
  page().evaluate("a.style.caretColor = 'transparent'; 0");
  EXPECT_EQ(difference(), "");
  const Page viewer = drawn({copy()});
  EXPECT_EQ(style(viewer, "a", "backgroundColor"), "rgb(1, 2, 3)");
  EXPECT_EQ(style(viewer, "f", "paddingTop"), "9px");
  EXPECT_EQ(style(viewer, "c", "color"), "rgb(4, 5, 6)");
  page().press("css=#a", "Tab");
  EXPECT_EQ(difference(), "");
}

TEST_F(TracedStates, FocusInsideAClosedRootIsDrawn) {
  show("<div id=h></div>",
       "const root = h.attachShadow({mode: 'closed', delegatesFocus: true}); root.innerHTML = "
       "'<style>:host(:focus) { padding: 5px } button:focus { color: red }</style><button>B</button>'; "
       "root.querySelector('button').focus()");
  EXPECT_EQ(difference(), "");
}

TEST_F(TracedStates, FocusStaysInThePageOfTheTrace) {
  show("<dialog id=d><button>Yes</button></dialog>", "d.showModal()");
  const Page viewer = drawn({copy()});
  EXPECT_EQ(ask(viewer, "d.querySelector(':modal').id"), "d");
  EXPECT_FALSE(viewer.evaluate("document.activeElement === document.getElementById('page')"));
}

TEST_F(TracedStates, ThePointerAndTheAddressHaveTheirRules) {
  show(
      "<style>#a:hover, #b:target, #c:user-invalid { border: 3px solid rgb(1, 2, 3) }</style>"
      "<div id=a>A</div><div id=b>B</div><input id=c type=email>");
  page().evaluate("location.hash = 'b'; 0");
  page().fill("css=#c", "no address");
  page().blur("css=#c");
  page().hover("css=#a");
  EXPECT_EQ(difference(), "");
  const Page viewer = drawn({copy()});
  for (const char* const id : {"a", "b", "c"}) EXPECT_EQ(style(viewer, id, "borderTopWidth"), "3px") << id;
}

TEST_F(TracedStates, ASelectionIsMarked) {
  show("<p id=p>two words</p>", "getSelection().setBaseAndExtent(p.firstChild, 9, p.firstChild, 4)");
  const Page viewer = drawn({copy()});
  EXPECT_EQ(ask(viewer, "[...d.defaultView.CSS.highlights.get('casement-selection')].map(String)"),
            Json::array({"words"}));
}

TEST_F(TracedStyles, ValuesThatARuleNoLongerSpellsOutAreKept) {
  show(
      "<style>:root { --line: 3px solid red; --space: 7px } #a { border: var(--line); border-color: blue } "
      "@media screen { .list { & > b::before { content: 'x'; border: var(--line); border-left-width: 1px } } }</style>"
      "<div id=a>A</div><div class=list><b id=b>B</b></div><div id=h></div>",
      "const sheet = new CSSStyleSheet(); sheet.replaceSync(':host { display: block; padding: var(--space); "
      "padding-left: 0 } i { margin: var(--space); margin-top: 0; display: block }'); "
      "const root = h.attachShadow({mode: 'closed'}); root.adoptedStyleSheets = [sheet]; root.innerHTML = "
      "'<i>I</i>'");
  EXPECT_EQ(difference(), "");
  const Page viewer = drawn({copy()});
  EXPECT_EQ(style(viewer, "a", "borderTop"), "3px solid rgb(0, 0, 255)");
  EXPECT_EQ(style(viewer, "b", "borderTop", "::before"), "3px solid rgb(255, 0, 0)");
  EXPECT_EQ(style(viewer, "h", "paddingTop"), "7px");
}

TEST_F(TracedStyles, AddressesWithQuotesAreDrawn) {
  show(
      "<style>:root { --icon: url('data:image/svg+xml;utf8,<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" "
      "height=\"9\"><rect width=\"9\" height=\"5\"/></svg>') } "
      "#a { width: 9px; height: 9px; background: red; mask-image: var(--icon) }</style><div id=a></div>");
  EXPECT_EQ(difference(), "");
}

TEST_F(TracedStyles, ASheetOfAnotherOriginHasItsOwnAddresses) {
  site().route("far.test", "/style/x.css",
               answers_text("#a { width: 20px; height: 20px; background: url(dot.svg) }"
                            "@media(hover:hover) { #a { height: 30px } }",
                            200, "text/css"));
  site().route("far.test", "/style/dot.svg",
               answers_text("<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='20' "
                            "height='20' fill='teal'/></svg>",
                            200, "image/svg+xml"));
  show("<link rel=stylesheet href=http://far.test/style/x.css><div id=a></div>");
  page().network().wait_for_idle();
  EXPECT_EQ(difference(), "");
}

TEST_F(TracedStyles, AnObjectShowsItsPictureOrItsChildren) {
  show(
      "<object data='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' type=image/gif "
      "width=40 height=40></object><object data='data:image/gif,broken' type=image/gif></object>"
      "<object type=no/such>instead</object><object data='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "width=\"9\" height=\"9\"><rect width=\"9\" height=\"5\"/></svg>'></object>end");
  EXPECT_EQ(difference(), "");
}

TEST_F(TracedStyles, ACanvasOfWebGlIsDrawnFromAPicture) {
  const std::string canvas =
      "<body style='margin: 10px; background: teal'><canvas id=c width=90 height=60 style='border: 3px solid'></canvas>"
      "<script>const gl = c.getContext('webgl'); const draw = () => { gl.clearColor(1, 0.5, 0, 1); "
      "gl.clear(gl.COLOR_BUFFER_BIT); requestAnimationFrame(draw) }; draw()</script>";
  site().route("far.test", "/gl.html", answers_text(canvas, 200, "text/html"));
  site().route("actions.test", "/gl.html",
               answers_text(canvas + "<iframe src=http://far.test/gl.html style='border: 5px solid red'></iframe>", 200,
                            "text/html"));
  page().open("http://actions.test/gl.html", {.wait_until = LoadState::Loaded});
  EXPECT_EQ(difference(0.00001), "");  // the picture loses a little
  EXPECT_TRUE(copy().contains("picture"));
  show("<canvas id=c></canvas>", "c.getContext('2d').fillRect(0, 0, 9, 9)");
  EXPECT_FALSE(copy().contains("picture"));
}

}  // namespace
