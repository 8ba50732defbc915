// Whether a tree still says what the page does is told without a walk, and told as a walk tells it.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/reading/capture.h"
#include "casement/testing.h"
#include "specs/browser/changing_page.h"
#include "specs/support/remembered.h"

namespace casement::specs {
namespace {

class DomValid : public ChangingPageTest {
 protected:
  void open_page() {
    ChangingPageTest::open_page();
    remember_all(engine_of(page()));
    page().evaluate(
        "document.body.insertAdjacentHTML('beforeend', \"<div id=scrolled style='height: 50px; overflow: auto'>"
        "<p style='height: 500px'>tall</p></div><div style='height: 3000px'></div>\")");
  }
  DomSnapshot take(Freshness freshness, const DomOptions& options = {}) {
    PageSession& target = engine_of(page());
    return read_as(target, freshness,
                   [&] { return capture_dom(target, options, "", Deadline::in(std::chrono::seconds(60))); });
  }
  std::uint64_t walks() { return walks_of(engine_of(page())); }
  // Chrome may compute in its own time what it had not; then another look is a walk, and the next one none.
  DomSnapshot at_rest(const DomOptions& options = {}) {
    DomSnapshot dom = take(Freshness::Always, options);
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t before = walks();
      if (dom.valid() && walks() == before) return dom;
      dom = take(Freshness::Always, options);
    }
    ADD_FAILURE() << "it is walked each time";
    return dom;
  }
};

TEST_F(DomValid, WalksNothingInAnUnchangedPage) {
  open_page();
  const DomSnapshot dom = at_rest();
  const std::uint64_t before = walks();
  EXPECT_TRUE(dom.valid());
  EXPECT_EQ(walks(), before);
}

TEST_F(DomValid, WalksNothingInUnchangedFrames) {
  open_page();
  page().evaluate("wild.frame().then(() => wild.frame()).then(() => wild.frame())");
  const DomSnapshot dom = at_rest();
  EXPECT_GT(dom.counts().frames, 1u);
  const std::uint64_t before = walks();
  EXPECT_TRUE(dom.valid());
  EXPECT_EQ(walks(), before);
  page().evaluate("byId('frames').lastElementChild.remove()");
  EXPECT_FALSE(dom.valid());
}

// Snapshots are recorded separately.
TEST_F(DomValid, StaysTrueAfterASnapshot) {
  open_page();
  const DomSnapshot dom = at_rest();
  capture_snapshot(engine_of(page()), {}, Deadline::in(std::chrono::seconds(60)));
  const std::uint64_t before = walks();
  EXPECT_TRUE(dom.valid());
  EXPECT_EQ(walks(), before);
}

TEST_F(DomValid, IsAboutItsOwnTreeAndNoLaterOne) {
  open_page();
  const DomSnapshot old = take(Freshness::Always);
  page().evaluate("byId('p').firstChild.data = 'changed'");
  const DomSnapshot later = at_rest();
  EXPECT_FALSE(old.valid());
  EXPECT_TRUE(later.valid());
  page().evaluate("byId('p').firstChild.data = 'Some '");
  EXPECT_FALSE(later.valid());
  EXPECT_TRUE(old.valid()) << old.json({.form = DomJsonOptions::Form::Full, .values = true}) << "\n"
                           << take(Freshness::Walk).json({.form = DomJsonOptions::Form::Full, .values = true});
}

// One by one, in a page at rest: what leaves no record in the tree, and what moves boxes alone.
TEST_F(DomValid, NoticesEachKindOfChange) {
  open_page();
  const std::vector<std::string> changes{
      "byId('text').value = 'typed'",
      "byId('box1').checked = true",
      "byId('one').selectedIndex = 2",
      "open.querySelector('input').value = 'inner'",
      "document.title = 'Another'",
      "history.pushState(null, '', '#there')",
      "styleSheet.insertRule('#q { display: none }')",
      "document.adoptedStyleSheets = [sheet], sheet.replaceSync('h1 { margin-left: 7px }')",
      "byId('opener').focus()",
      "byId('plain').attachShadow({ mode: 'open' }).innerHTML = '<button>new</button>'",
      "byId('n3').attachShadow({ mode: 'open' }).textContent = 'changed'",
      "byId('dlg').showModal()",
      "byId('dlg').close()",
      "scrollTo(0, 40)",
      "byId('scrolled').scrollTop = 30",
      "byId('hc').title = 'deep'",
      "byId('p').style.transform = 'translateX(9px)'",
      "byId('p').style.opacity = 0",
  };
  for (const bool hidden : {false, true}) {
    for (const std::string& change : changes) {
      const DomSnapshot dom = at_rest({.hidden = hidden});
      page().evaluate("void (" + change + ")");
      const bool is_valid = dom.valid();
      const DomSnapshot walked = take(Freshness::Walk, {.hidden = hidden});
      const DomJsonOptions full{.form = DomJsonOptions::Form::Full, .values = true};
      const auto said = [&](const DomSnapshot& one) {
        std::string json = one.json(full);
        return json.substr(json.find("\"children\"")) + one.context().url + one.context().title +
               fmt::format("{} {}", one.context().scroll_y, one.context().document_height);
      };
      EXPECT_EQ(is_valid, said(walked) == said(dom)) << change << (hidden ? ", hidden read" : "");
    }
    page().reload();
    open_page();
  }
}

class DomValidAfterRandomChanges : public DomValid, public testing::WithParamInterface<int> {};

// Each change of changing_page.h.
TEST_P(DomValidAfterRandomChanges, EqualsAWalk) {
  constexpr int steps = 20;
  open_page();
  int unwalked = 0;
  std::string story;
  for (int step = 1; step <= steps; ++step) {
    const DomSnapshot dom = take(Freshness::Always);
    story += page().evaluate(fmt::format("mutate({}, {})", GetParam(), step)).get<std::string>() + ' ';
    for (int look = 0; look < 2; ++look) {
      const DomSnapshot walked = take(Freshness::Walk);
      const std::uint64_t before = walks();
      const bool is_valid = dom.valid();
      unwalked += walks() == before ? 1 : 0;
      if (!is_valid) continue;
      const DomJsonOptions full{.form = DomJsonOptions::Form::Full, .values = true};
      const auto said = [&](const DomSnapshot& one) {
        std::string json = one.json(full);
        return json.substr(json.find("\"children\""));
      };
      ASSERT_EQ(said(dom), said(walked)) << "look " << look << " after " << story;
    }
  }
  RecordProperty("unwalked", unwalked);
}

INSTANTIATE_TEST_SUITE_P(Each, DomValidAfterRandomChanges, testing::Range(1, 9));

}  // namespace
}  // namespace casement::specs
