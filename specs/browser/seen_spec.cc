// What a person sees: one table for text targets, states, counts and snapshots, in documents, frames and shadow roots.
#include <casement/testing.h>

#include <string>
#include <vector>

#include "specs/support/patience.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;

enum class Seen { Yes, No };
enum class InSnapshot { Yes, No };

struct Way {
  const char* name;
  // `@` is the word. The element with class=t is the one whose state is asked.
  const char* markup;
  Seen seen;
  InSnapshot in_snapshot;
  const char* shown_as = "@";  // how a person reads the word
};

constexpr auto kSeen = Seen::Yes;
constexpr auto kUnseen = Seen::No;
constexpr auto kRead = InSnapshot::Yes;
constexpr auto kUnread = InSnapshot::No;

const Way kWays[] = {
    {"plain text", "<p class=t>@</p>", kSeen, kRead},
    {"display:none", "<p class=t style='display:none'>@</p>", kUnseen, kUnread},
    {"an ancestor with display:none", "<div style='display:none'><p class=t>@</p></div>", kUnseen, kUnread},
    {"hidden", "<p class=t hidden>@</p>", kUnseen, kUnread},
    {"hidden=until-found", "<p class=t hidden=until-found>@</p>", kUnseen, kUnread},
    {"hidden=until-found around it", "<div hidden=until-found><p class=t>@</p></div>", kUnseen, kUnread},
    {"visibility:hidden", "<p class=t style='visibility:hidden'>@</p>", kUnseen, kUnread},
    {"visibility:hidden around it", "<div style='visibility:hidden'><p class=t>@</p></div>", kUnseen, kUnread},
    {"visible in visibility:hidden", "<div style='visibility:hidden'><p class=t style='visibility:visible'>@</p></div>",
     kSeen, kRead},
    {"content-visibility:hidden around it", "<div style='content-visibility:hidden;height:20px'><p class=t>@</p></div>",
     kUnseen, kUnread},
    {"content-visibility:hidden on an inline box", "<p><span class=t style='content-visibility:hidden'>@</span></p>",
     kSeen, kRead},
    {"content-visibility:auto", "<div style='content-visibility:auto'><p class=t>@</p></div>", kSeen, kRead},
    {"a paragraph in a closed details", "<details><summary>More</summary><p class=t>@</p></details>", kUnseen, kUnread},
    {"a paragraph in an open details", "<details open><summary>More</summary><p class=t>@</p></details>", kSeen, kRead},
    {"text in an open details", "<details class=t open><summary>More</summary>@</details>", kSeen, kRead},
    {"a summary", "<details><summary class=t>@</summary>More</details>", kSeen, kRead},
    {"a second summary", "<details><summary>One</summary><summary class=t>@</summary></details>", kUnseen, kUnread},
    {"a closed details in an open one",
     "<details open><summary>More</summary><details><summary>Most</summary><p class=t>@</p></details></details>",
     kUnseen, kUnread},
    {"a closed details whose content a sheet shows",
     "<style>.open-@::details-content { content-visibility: visible }</style>"
     "<details class=open-@><summary>More</summary><p class=t>@</p></details>",
     kSeen, kRead},
    {"a closed dialog", "<dialog class=t>@</dialog>", kUnseen, kUnread},
    {"an open dialog", "<dialog class=t open style='position:static'>@</dialog>", kSeen, kRead},
    {"a closed popover", "<div class=t popover>@</div>", kUnseen, kUnread},
    {"inert", "<p class=t inert>@</p>", kSeen, kUnread},
    {"inert around it", "<div inert><p class=t>@</p></div>", kSeen, kUnread},
    {"inert by its style", "<p class=t style='interactivity: inert'>@</p>", kSeen, kUnread},
    {"inert by a sheet", "<style>.inert-@ { interactivity: inert }</style><div class=inert-@><p class=t>@</p></div>",
     kSeen, kUnread},
    {"interactive in what is inert by its style",
     "<div style='interactivity: inert'><p class=t style='interactivity: auto'>@</p></div>", kSeen, kUnread},
    {"aria-hidden", "<p class=t aria-hidden=true>@</p>", kSeen, kRead},
    {"opacity:0", "<p class=t style='opacity:0'>@</p>", kSeen, kRead},
    {"off screen", "<p class=t style='position:absolute;left:-9999px'>@</p>", kSeen, kRead},
    {"below the fold", "<p class=t style='position:absolute;top:30000px'>@</p>", kSeen, kRead},
    {"clipped", "<p class=t style='clip-path:inset(50%)'>@</p>", kSeen, kRead},
    {"for screen readers only",
     "<p class=t style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>@</p>", kSeen,
     kRead},
    {"transparent", "<p class=t style='color:transparent'>@</p>", kSeen, kRead},
    {"no height, clipped", "<p class=t style='height:0;overflow:hidden'>@</p>", kUnseen, kRead},
    {"no height, painted below", "<p class=t style='height:0'>@</p>", kSeen, kRead},
    {"no width, painted beside", "<p class=t style='width:0;white-space:nowrap'>@</p>", kSeen, kRead},
    {"font-size:0", "<p class=t style='font-size:0'>@</p>", kUnseen, kRead},
    {"scaled to nothing", "<p class=t style='transform:scale(0)'>@</p>", kUnseen, kRead},
    {"display:contents", "<p class=t style='display:contents'>@</p>", kSeen, kRead},
    {"display:contents in display:none", "<div style='display:none'><p class=t style='display:contents'>@</p></div>",
     kUnseen, kUnread},
    {"user-select:none", "<p class=t style='user-select:none'>@</p>", kSeen, kRead},
    {"a disabled button", "<button class=t disabled>@</button>", kSeen, kRead},
    {"a list item", "<ul><li class=t>@</ul>", kSeen, kRead},
    {"a legend of a disabled fieldset", "<fieldset disabled><legend class=t>@</legend></fieldset>", kSeen, kRead},
    {"text of a picture of vectors", "<svg width=90 height=20><text class=t y=15>@</text></svg>", kSeen, kRead},
    {"ruby", "<ruby>x<rt class=t>@</rt></ruby>", kSeen, kRead},
    {"a template", "<template><p class=t>@</p></template>", kUnseen, kUnread},
    {"a style sheet", "<style class=t>.@ { color: red }</style>", kUnseen, kUnread},
    {"what a canvas holds", "<canvas width=9 height=9><p class=t>@</p></canvas>", kUnseen, kUnread},
    {"what a video holds", "<video width=9 height=9><p class=t>@</p></video>", kUnseen, kUnread},
    {"uppercase", "<p class=t style='text-transform:uppercase'>@</p>", kSeen, kRead, "^"},
    {"uppercase in a run", "<p class=t style='text-transform:uppercase'>@<br>x</p>", kSeen, kRead, "^"},
    {"uppercase around it", "<div style='text-transform:uppercase'><p class=t>@</p></div>", kSeen, kRead, "^"},
    {"before a text", "<style>.b-@::before { content: 'New: ' }</style><p class='t b-@'>@</p>", kSeen, kRead, "New: @"},
    {"before a run of text", "<style>.r-@::before { content: 'New: ' }</style><div class='t r-@'>@<p>x</p></div>",
     kSeen, kRead, "New: @"},
    {"after nothing", "<style>.a-@::after { content: '@' }</style><p class='t a-@'></p>", kSeen, kRead},
    {"from an attribute", "<style>.c-@::after { content: attr(data-x) }</style><p class='t c-@' data-x=@></p>", kSeen,
     kRead},
    {"from a counter",
     "<style>.d-@::before { counter-increment: d; content: '@ ' counter(d) }</style><p class='t d-@'></p>", kSeen,
     kRead, "@ 1"},
    {"text that comments divide", "<p class=t>@<!-- x -->@</p>", kSeen, kRead, "@@"},
    {"text that comments divide beside an element", "<div class=t>@<!-- x -->@<p>x</p></div>", kSeen, kRead, "@@"},
};

// Ways in which the element is seen, and the text in it is not.
const Way kHiddenTexts[] = {
    {"text in a closed details", "<details class=t><summary>More</summary>@</details>", kUnseen, kUnread},
    {"text in content-visibility:hidden", "<div class=t style='content-visibility:hidden;height:20px'>@</div>", kUnseen,
     kUnread},
    {"an option that is not chosen", "<select class=t><option>x<option>@</select>", kUnseen, kUnread},
    {"a suggestion", "<input class=t list=l-@><datalist id=l-@><option>@</datalist>", kUnseen, kUnread},
    {"a placeholder", "<input class=t placeholder=x value=@>", kUnseen, kRead},
    {"what is typed in a text area", "<textarea class=t>@</textarea>", kUnseen, kRead},
};

enum class Place { Document, Frame, OpenRoot, ClosedRoot };

class WhatAPersonSees : public SiteTest<"frames">, public testing::WithParamInterface<Place> {
 protected:
  static std::string word(std::size_t i) { return "Word" + std::to_string(i) + "x"; }
  static std::string with_word(std::string text, const std::string& word) {
    for (std::size_t at; (at = text.find('@')) != std::string::npos;) text.replace(at, 1, word);
    std::string upper = word;
    for (char& letter : upper) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    for (std::size_t at; (at = text.find('^')) != std::string::npos;) text.replace(at, 1, upper);
    return text;
  }

  void show(std::span<const Way> ways) {
    std::string rows;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      std::string markup = with_word(ways[i].markup, word(i));
      const std::size_t at =
          markup.find("class=t") != std::string::npos ? markup.find("class=t") + 6 : markup.find("class='t") + 7;
      markup.insert(at + 1, std::to_string(i));
      rows += "<div id=row" + std::to_string(i) + " style='padding:1px'>" + markup + "</div>";
    }
    const std::string script = nlohmann::json(rows).dump();
    std::string body = rows;
    if (GetParam() == Place::Frame) {
      serve("other.test", "/rows", rows);
      body = "<iframe title=Rows src=http://other.test/rows width=500 height=500></iframe>";
    } else if (GetParam() != Place::Document) {
      const char* const mode = GetParam() == Place::OpenRoot ? "open" : "closed";
      serve("top.test", "/rows.js", "host.attachShadow({ mode: '" + std::string(mode) + "' }).innerHTML = " + script,
            "text/javascript");
      body = "<div id=host></div><script src=/rows.js></script>";
    }
    serve("top.test", "/", body);
    page().open("http://top.test/", {.wait_until = LoadState::Loaded});
    page().set_default_timeout(specs::soon(5s));
  }
  void serve(const char* host, const char* path, const std::string& body, const char* type = "text/html") {
    const std::string head = std::string(type) == "text/html" ? "<!doctype html><title>T</title>" : "";
    site().route(host, path, answers_text(head + body, 200, type));
  }

  // An expectation that holds now, and one that does not.
  void holds(const std::string& what, const std::function<void(PageExpectation&)>& expect_it) {
    PageExpectation all(page());
    EXPECT_NO_THROW(expect_it(all)) << what;
  }
  void fails(const std::string& what, const std::function<void(PageExpectation&)>& expect_it) {
    PageExpectation now(page());
    now.within(1ms);
    EXPECT_THROW(expect_it(now), Error) << what;
  }
};

TEST_P(WhatAPersonSees, IsAllThatTextTargetsFind) {
  for (const std::span<const Way> ways : {std::span<const Way>(kWays), std::span<const Way>(kHiddenTexts)}) {
    show(ways);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const std::string text = with_word(ways[i].shown_as, word(i));
      const Target shown("text \"" + text + "\""), pattern("text /^" + text + "$/");
      const Target around("css=#row" + std::to_string(i) + " that has text \"" + text + "\"");
      const bool seen = ways[i].seen == kSeen;
      for (const Target& target : {shown, pattern, around}) {
        const std::string what = std::string(ways[i].name) + ": " + target.text();
        (seen ? holds(what, [&](auto& it) { it.shows(target); }) : holds(what, [&](auto& it) { it.hides(target); }));
        (seen ? fails(what, [&](auto& it) { it.hides(target); }) : fails(what, [&](auto& it) { it.shows(target); }));
        holds(what, [&](auto& it) { it.count(target, seen ? 1 : 0); });
        fails(what, [&](auto& it) { it.count(target, seen ? 0 : 1); });
      }
    }
  }
}

TEST_P(WhatAPersonSees, MatchesVisibleAndHiddenStates) {
  show(kWays);
  for (std::size_t i = 0; i < std::size(kWays); ++i) {
    const Target element("css=.t" + std::to_string(i));
    const bool seen = kWays[i].seen == kSeen;
    holds(kWays[i].name, [&](auto& it) { it.state(element, seen ? ElementState::Visible : ElementState::Hidden); });
    fails(kWays[i].name, [&](auto& it) { it.state(element, seen ? ElementState::Hidden : ElementState::Visible); });
  }
}

// A snapshot has what assistive technology gets. It does not look at boxes.
TEST_P(WhatAPersonSees, IsReadInSnapshotsButForInertText) {
  for (const std::span<const Way> ways : {std::span<const Way>(kWays), std::span<const Way>(kHiddenTexts)}) {
    show(ways);
    if (GetParam() == Place::ClosedRoot) expect(page()).shows("text 'More' #1");
    const Snapshot now = page().snapshot();
    const std::string& text = now.text();
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const std::string wanted = with_word(ways[i].shown_as, word(i));
      EXPECT_EQ(text.find(wanted) != std::string::npos, ways[i].in_snapshot == kRead) << ways[i].name;
    }
  }
}

std::string name_of(const testing::TestParamInfo<Place>& one) {
  static const char* const names[] = {"ADocument", "AFrame", "AnOpenRoot", "AClosedRoot"};
  return names[static_cast<int>(one.param)];
}

INSTANTIATE_TEST_SUITE_P(In, WhatAPersonSees,
                         testing::Values(Place::Document, Place::Frame, Place::OpenRoot, Place::ClosedRoot), name_of);

}  // namespace
