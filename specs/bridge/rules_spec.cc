// What becomes a line of a snapshot, and what is left out for being noise: one test a rule.
#include <nlohmann/json.hpp>

#include "casement/testing.h"

namespace casement {
namespace {

class Rules : public BrowserTest {
 protected:
  std::string text_of(const std::string& markup) {
    page().open("data:text/html,<!doctype html><html lang=en><body></body>");
    page().evaluate("document.body.innerHTML = " + nlohmann::json(markup).dump() + "; 0");
    return page().snapshot().text();
  }
};

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

TEST_F(Rules, AGenericOfUseStays) {
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
  EXPECT_EQ(text_of("<img src='data:,' width=9 height=9 style='cursor:pointer'>"),
            "- img [ref=e1] [cursor=pointer]\n");
}

TEST_F(Rules, ThePointerIsNotRepeatedInside) {
  EXPECT_EQ(text_of("<a href='#x'>a <b style='cursor:pointer'>b</b></a>"),
            "- link \"a b\" [ref=e1] [cursor=pointer]:\n  - /url: \"#x\"\n");
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

TEST_F(Rules, WhatOnlyEyesSeeIsMarked) {
  EXPECT_EQ(text_of("<button aria-hidden=true>x</button>"),
            "- button \"x\" [aria-hidden] [ref=e1]\n");
}

TEST_F(Rules, ANativeControlUnderAStyledBoxIsAControl) {
  EXPECT_EQ(
      text_of("<label>Terms <input type=checkbox style='opacity:0;position:absolute'></label>"),
      "- text: Terms\n- checkbox \"Terms\" [ref=e1]\n");
}

TEST_F(Rules, PasswordsAreBulletsEvenWhenValuesAreRevealed) {
  page().open("data:text/html,<input type=password aria-label=P value=hunter2>");
  EXPECT_EQ(page().snapshot({.reveal_values = true}).text(),
            "- textbox \"P\" [ref=e1]: \"•••••••\"\n");
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
