// CSS carousels (CSS Overflow 5): the buttons and markers that style sheets give an element that scrolls.
#include <casement/testing.h>

#include <string>

#include "casement/api/engine.h"
#include "casement/reading/capture.h"
#include "specs/browser/targets_fixture.h"
#include "specs/support/remembered.h"

namespace casement::specs {
namespace {

constexpr const char* kStyle = R"css(
  body { margin: 0 }
  .cards { display: flex; overflow-x: scroll; width: 300px; height: 100px; scroll-marker-group: after }
  .cards > div { flex: 0 0 300px; height: 80px }
  .cards::scroll-button(right) { content: '>' / 'Next card' }
  .cards::scroll-button(left) { content: '<' / 'Previous card' }
  .cards::scroll-marker-group { display: flex; gap: 4px }
  .cards > div::scroll-marker { content: attr(data-n); width: 30px; height: 20px }
)css";

std::string cards(const std::string& more_style = "") {
  return "<style id=sheet>" + std::string(kStyle) + more_style +
         "</style><h1>Cards</h1><div class=cards id=cards><div data-n=1>One</div><div data-n=2 id=two>Two</div>"
         "<div data-n=3 id=three>Three</div></div><p>after</p>";
}

const std::string kTabs = ".cards { scroll-marker-group: before tabs !important }";

class Carousels : public Targets {
 protected:
  int scrolled() { return page().evaluate("Math.round(document.getElementById('cards').scrollLeft)").get<int>(); }
  std::string text() { return page().snapshot().text(); }
  void serve(const std::string& html) {
    const auto answer = [html](const RouteRequest& request) {
      const bool is_child = request.url.find("child") != std::string::npos;
      const std::string other = request.url.find("near") != std::string::npos ? "top.test" : "other.test";
      const std::string outer =
          "<!doctype html><title>Outer</title><p style='height:900px'>tall</p><iframe title=Inner "
          "style='margin-left:37px;border:5px solid' width=500 height=300 src='http://" +
          other + "/child'></iframe>";
      return RouteAnswer::fulfil(
          {.body = is_child ? "<!doctype html><title>Inner</title>" + html : outer, .content_type = "text/html"});
    };
    page().network().route("http://top.test/*", answer);
    page().network().route("http://other.test/*", answer);
  }
};

TEST_F(Carousels, SnapshotHasButtonsAndMarkersInChromesOrder) {
  show(cards());
  EXPECT_EQ(text(),
            "- heading \"Cards\" [level=1]\n"
            "- button \"Previous card\" [disabled] [ref=e2]\n"
            "- button \"Next card\" [ref=e3]\n"
            "- text: One\n- text: Two\n- text: Three\n"
            "- navigation [ref=e4]:\n"
            "  - link \"1\" [ref=e5]\n"
            "  - link \"2\" [ref=e6]\n"
            "  - link \"3\" [ref=e7]\n"
            "- paragraph: after\n");
}

TEST_F(Carousels, MarkersOfTabsHaveTheSelectedState) {
  show(cards(kTabs));
  const std::string before = text();
  EXPECT_NE(before.find("- tablist [ref=e"), std::string::npos) << before;
  EXPECT_NE(before.find("- tab \"1\" [selected]"), std::string::npos) << before;
  page().evaluate("document.getElementById('cards').scrollTo({ left: 600, behavior: 'instant' })");
  expect(page()).state("tab \"3\"", ElementState::Selected);
  expect(page()).never().state("tab \"1\"", ElementState::Selected);
  EXPECT_NE(text().find("- tab \"3\" [selected]"), std::string::npos) << text();
}

TEST_F(Carousels, ButtonScrollsAndIsDisabledAtTheEnd) {
  show(cards());
  expect(page()).state("button \"Previous card\"", ElementState::Disabled);
  page().click("button \"Next card\"");
  expect(page()).state("button \"Previous card\"", ElementState::Enabled);
  EXPECT_GT(scrolled(), 0);
  page().evaluate("document.getElementById('cards').scrollTo({ left: 600, behavior: 'instant' })");
  expect(page()).state("button \"Next card\"", ElementState::Disabled);
  EXPECT_NE(error_of_click("button \"Next card\"").full_text().find("is disabled"), std::string::npos);
}

TEST_F(Carousels, MarkerScrollsToItsElement) {
  show(cards());
  page().hover("link \"2\"");
  page().click("link \"3\" inside navigation");
  EXPECT_EQ(scrolled(), 600);
  page().click(page().snapshot().find("link \"1\"").front().ref);
  EXPECT_EQ(scrolled(), 0);
}

TEST_F(Carousels, ControlsOutOfViewAreScrolledTo) {
  show("<p style='height:3000px'>tall</p>" + cards() + "<p style='height:3000px'>tall</p>");
  page().click("link \"2\"");
  EXPECT_EQ(scrolled(), 300);
  page().evaluate("scrollTo(0, 0)");
  page().click("button \"Previous card\"");
  EXPECT_LT(scrolled(), 300);
}

TEST_F(Carousels, WorkInFrames) {
  serve(cards(kTabs));
  for (const char* address : {"http://top.test/near", "http://top.test/far"}) {
    page().open(address);
    page().click("tab \"3\"");
    expect(page()).state("tab \"3\"", ElementState::Selected);
    page().click("button \"Previous card\"");
    expect(page()).state("button \"Next card\"", ElementState::Enabled);
  }
}

TEST_F(Carousels, CoveredControlIsReported) {
  show(cards() + "<div id=veil style='position:fixed;inset:0;background:white'></div>");
  for (const char* target : {"link \"2\"", "button \"Next card\""}) {
    const std::string said = error_of_click(target).full_text();
    EXPECT_NE(said.find("is covered by <div id=\"veil\""), std::string::npos) << said;
  }
}

TEST_F(Carousels, FollowStyleSheetsAndElementsThatComeAndGo) {
  show("<style id=later></style>" + cards());
  page().evaluate("sheet.disabled = false, sheet.media = 'print'");
  const std::string without = text();
  EXPECT_EQ(without.find("button"), std::string::npos) << without;
  expect(page()).hides("button \"Next card\"");
  page().evaluate("sheet.media = ''");
  expect(page()).shows("button \"Next card\"");
  expect(page()).count("link", 3);
  const std::string ref = page().snapshot().find("link \"3\"").front().ref;
  page().evaluate("three.remove()");
  expect(page()).count("link", 2);
  EXPECT_THROW(page().click(ref), Error);
  page().evaluate("later.textContent = '.cards::scroll-button(right) { content: none !important }'");
  expect(page()).hides("button \"Next card\"");
  EXPECT_EQ(text().find("Next card"), std::string::npos) << text();
  page().evaluate("sheet.remove()");
  expect(page()).count("link", 0);
  EXPECT_EQ(text().find("navigation"), std::string::npos) << text();
}

TEST_F(Carousels, AreCountedInDocumentOrder) {
  show("<button>Next card</button>" + cards() + "<button>Next card</button><a href=#x>3</a>");
  (void)text();
  const std::vector<std::string> buttons = found_by_page("button \"Next card\"");
  ASSERT_EQ(buttons.size(), 3u);
  const Snapshot snapshot = page().snapshot();
  const auto in_snapshot = snapshot.find("button \"Next card\"");
  ASSERT_EQ(in_snapshot.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(in_snapshot[i].ref, buttons[i]);
  EXPECT_EQ(found_by_page("link \"3\"").size(), 2u);
  EXPECT_EQ(found_by_page("link \"3\" inside navigation").size(), 1u);
}

TEST_F(Carousels, AreReadAgainWhenNothingButTheirStateHasChanged) {
  show(cards());
  const auto read = [&](Freshness freshness) {
    return read_snapshot(engine_of(page()), {}, Deadline::in(std::chrono::seconds(60)), freshness).text();
  };
  const std::string before = read(Freshness::Always);
  for (int left : {600, 0, 300}) {
    page().evaluate("document.getElementById('cards').scrollTo({ left: " + std::to_string(left) +
                    ", behavior: 'instant' })");
    expect(page()).state("button \"Next card\"", left == 600 ? ElementState::Disabled : ElementState::Enabled);
    expect(page()).state("button \"Previous card\"", left == 0 ? ElementState::Disabled : ElementState::Enabled);
    EXPECT_EQ(read(Freshness::Always), read(Freshness::Walk));
  }
  EXPECT_NE(read(Freshness::Always), before);
}

TEST_F(Carousels, AnswerOtherQueries) {
  show(cards());
  for (const char* target : {"link \"2\"", "button \"Next card\""}) {
    expect(page()).name(target, TextPattern{target[0] == 'l' ? "2" : "Next card"});
    expect(page()).text(target, TextPattern::exact(""));
    expect(page()).state(target, ElementState::Visible);
    EXPECT_FALSE(page().screenshot(target).empty());
    SnapshotOptions with_boxes;
    with_boxes.boxes = true;
    EXPECT_NE(page().snapshot(with_boxes).text().find(target), std::string::npos);
    EXPECT_NE(page().dom().json().find("\"role\":\"navigation\""), std::string::npos);
  }
}

TEST_F(Carousels, NamesHaveCountersAndMayBeEmpty) {
  show(
      cards(".cards { counter-reset: card } .cards > div { counter-increment: card }"
            ".cards > div::scroll-marker { content: counter(card) !important } #two::scroll-marker { content: '' "
            "!important }"));
  const std::string read = text();
  EXPECT_NE(read.find("- link \"3\""), std::string::npos) << read;
  EXPECT_NE(read.find("- link [ref="), std::string::npos) << read;
}

}  // namespace
}  // namespace casement::specs
