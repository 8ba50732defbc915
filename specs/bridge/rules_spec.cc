// What becomes a line of a snapshot, and what is left out for being noise: one test a rule.
#include <gmock/gmock.h>

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

// Whether an element has a box and is visible is looked up only where a style sheet may have a say.
TEST_F(Rules, WhateverHidesIsFound) {
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
      "<p popover>gone</p><p>stays</p>",
      "<style>.h{visibility:hidden}</style><div class=h>gone<p style='visibility:visible'>stays</p></div>",
      "<style>.h{visibility:hidden}</style><label>stays<span class=h>gone</span><input></label>",
      "<style>.h{display:none}</style><button>stays<span class=h>gone</span></button>",
      "<style>@keyframes k{from,to{visibility:hidden}}.h{animation:k 9s infinite}</style><p class=h>gone</p><p>stays</p>",
      "<style>.h{display:table-column}</style><div class=h><p>gone</p></div><p>stays</p>",
      "<style>.h{content:url(data:,)}</style><div class=h><p>gone</p></div><p>stays</p>",
      "<style>.h{content-visibility:hidden}</style><div class=h><p>gone</p></div><p>stays</p>",
      "<x-h><template shadowrootmode=open><style>:host{display:none}</style><p>gone</p></template></x-h><p>stays</p>",
      "<x-h off><template shadowrootmode=open><style>:host([off]){visibility:hidden}</style><p>gone</p></template></x-h>stays",
      "<x-h><template shadowrootmode=open><style>::slotted(.h){display:none}</style><slot></slot></template>"
      "<p class=h>gone</p><p>stays</p></x-h>",
      "<style>x-h::part(a){display:none}</style><x-h><template shadowrootmode=open><p part=a>gone</p><p>stays</p></template></x-h>",
      "<x-h><template shadowrootmode=open><style>slot{display:none}</style><slot></slot><p>stays</p></template><p>gone</p></x-h>",
      "<x-h><template shadowrootmode=open><style>slot{visibility:hidden}</style><slot></slot><p>stays</p></template>"
      "<p>gone</p></x-h>",
      "<canvas><p>gone</p></canvas><p>stays</p>",
      "<p>stays</p><div>stays<input type=hidden value=gone></div>",
  };
  for (const char* markup : pages) {
    page().open("data:text/html,<!doctype html><html lang=en><body></body>");
    page().evaluate("document.body.setHTMLUnsafe(" + nlohmann::json(markup).dump() + "); 0");
    EXPECT_THAT(page().snapshot().text(), testing::AllOf(testing::HasSubstr("stays"), testing::Not(testing::HasSubstr("gone"))))
        << markup;
  }
}

TEST_F(Rules, WhatAScriptsAnimationHidesIsFound) {
  page().open("data:text/html,<!doctype html><html lang=en><body><p>gone</p><i>stays</i></body>");
  page().evaluate("document.querySelector('p').animate({visibility: ['hidden', 'hidden']}, 1e6), 0");
  EXPECT_EQ(page().snapshot().text(), "- text: stays\n");
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
