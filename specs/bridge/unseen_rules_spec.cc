// What a snapshot leaves out because nobody can use it or scroll to it.
#include <gmock/gmock.h>

#include <chrono>

#include "specs/bridge/rules_fixture.h"
#include "specs/support/browser_needs.h"
#include "specs/support/patience.h"

namespace casement {
namespace {

using specs::require_of_browser;
using specs::Rules;
using specs::soon;
using testing::HasSubstr;

TEST_F(Rules, LeaveOutInertElementsAndClosedDetails) {
  EXPECT_EQ(text_of("<div inert>a<button>b</button></div><details><summary>s</summary>c<button>d</button></details>"),
            "- group [ref=e1]:\n  - button \"s\" [expanded=false] [ref=e2]\n");
}

// As Chrome's accessibility tree has it, in which nothing inside is interactive again.
TEST_F(Rules, LeaveOutElementsThatAreInertByStyle) {
  require_of_browser(page(), "CSS.supports('interactivity', 'inert')", "interactivity, in its pages");
  EXPECT_EQ(text_of("<style>.inert { interactivity: inert }</style><div class=inert>a<button>b</button>"
                    "<div style='interactivity: auto'><button>c</button></div></div><button id=own>d</button>"),
            "- button \"d\" [ref=e1]\n");
  for (const char* const target : {"button \"b\"", "button \"c\""}) {
    try {
      page().click(target, {.timeout = soon(std::chrono::milliseconds(300))});
      ADD_FAILURE() << target;
    } catch (const Error& error) {
      EXPECT_THAT(error.message(), HasSubstr("it is inert")) << target;
    }
  }
  page().click("button \"d\"");
  page().evaluate("own.style.interactivity = 'inert'; 0");
  EXPECT_EQ(page().snapshot().text(), "");
  page().evaluate("own.style.interactivity = ''; document.querySelector('.inert').className = ''; 0");
  page().click("button \"b\"");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("button \"c\""));
}

TEST_F(Rules, GroupsThatAreParkedOffScreenAreCounted) {
  const std::string page_text = text_of(
      "<ul style='position:absolute;left:-999em'><li><a href='#a'>a</a><li><button>b</button></ul>"
      "<a href='#c' style='position:absolute;left:-9999px'>Skip</a><h1>Here</h1>");
  EXPECT_EQ(page_text,
            "- link \"Skip\" [ref=e1]:\n  - /url: \"#c\"\n- heading \"Here\" [level=1]\n- /cut: 5 elements parked off "
            "screen, which scrolling cannot reach\n");
  const Snapshot whole = page().snapshot({.parked = true});
  EXPECT_THAT(whole.text(), testing::AllOf(HasSubstr("link \"a\""), testing::Not(HasSubstr("/cut"))));
  expect(page()).shows("link \"a\"");
  try {
    page().click("button \"b\"", {.timeout = soon(std::chrono::milliseconds(300))});
    ADD_FAILURE() << "clicked where nobody can";
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("outside the viewport"));
  }
  page().evaluate("document.querySelector('ul').style.left = 0; 0");
  EXPECT_THAT(page().snapshot().text(), testing::AllOf(HasSubstr("link \"a\""), testing::Not(HasSubstr("/cut"))));
}

TEST_F(Rules, ElementsThatCanBeScrolledIntoViewAreNotParked) {
  const auto is_shown = [&](const std::string& style, const std::string& around = "") {
    const std::string text = text_of("<div style='" + around + "'><ul id=group style='" + style +
                                     "'><li>one<li>two</ul><p style='height:200px'>in it</p></div><h1>Here</h1>");
    page().evaluate(
        "scroller = document.querySelector('div'); scroller.scrollTop = 1000; scroller.scrollLeft = 1000; 0");
    return page().snapshot().text().find("one") != std::string::npos;
  };
  for (const char* const parked :
       {"position:absolute;left:-999em", "position:absolute;top:-500px", "position:fixed;left:-300px;width:200px",
        "position:fixed;left:100%", "position:fixed;top:100vh", "position:fixed;top:0;transform:translateX(-200%)",
        "position:absolute;left:0;width:90px;transform:translateX(-200px)", "position:absolute;margin-left:-9999px"}) {
    EXPECT_FALSE(is_shown(parked)) << parked;
  }
  for (const char* const reachable : {"position:absolute;left:9999px", "position:absolute;top:9999px",
                                      "position:absolute;left:-20px;width:90px", "position:relative;left:0"}) {
    EXPECT_TRUE(is_shown(reachable)) << reachable;
  }
  const char* const scrolls = "position:relative;overflow:auto;width:50px;height:50px";
  EXPECT_TRUE(is_shown("position:absolute;top:0", scrolls));
  EXPECT_FALSE(is_shown("position:absolute;left:-999em", scrolls));
  // Wherever the page is scrolled to.
  text_of(
      "<ul style='position:fixed;left:-300px;width:200px'><li>one<li>two</ul><p "
      "style='width:9000px;height:9000px'></p>");
  page().evaluate("scrollTo(2000, 2000); 0");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("/cut: 3 elements parked"));
  // It stands where nobody can scroll to, and what is in it does not.
  text_of(
      "<div style='position:absolute;left:-500px;width:100px'><p>a</p><p "
      "style='position:fixed;left:0;top:0'>b</p></div>");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("b"));
  text_of("<ul style='position:absolute;right:-999em'><li>one<li>two</ul>");
  page().evaluate("document.documentElement.dir = 'rtl'; 0");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("/cut: 3 elements parked"));
  page().evaluate("document.querySelector('ul').style.cssText = 'position:absolute;left:-999em'; 0");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("one"));
}

}  // namespace
}  // namespace casement
