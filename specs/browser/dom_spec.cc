// The tree of a page as Chrome has it: the facts of each element, that they are those of a snapshot, what goes wrong.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "casement/dom/compact_text.h"
#include "casement/dom/dom_snapshot.h"
#include "casement/target/ref.h"
#include "specs/browser/bad_pages.h"

namespace casement::specs {
namespace {

class Dom : public BadPages {
 protected:
  DomSnapshot dom_of(const std::string& body, const DomOptions& options = {}) {
    serve("<!doctype html><meta charset=utf-8>" + body, "text/html");
    page().open("http://elements.test/odd");
    return page().dom(options);
  }
  static const DomNode& by_html_id(const DomSnapshot& dom, std::string_view id) {
    static const DomNode none;
    for (const DomNode& node : dom.nodes()) {
      if (node.html_id == id) return node;
    }
    ADD_FAILURE() << "no element has the id " << id;
    return none;
  }
  template <typename Call>
  static ErrorKind kind_of(const Call& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.kind();
    }
    ADD_FAILURE() << "no error";
    return ErrorKind::Internal;
  }
};

TEST_F(Dom, DescribesElementsAsASnapshotDoes) {
  for (const char* const name :
       {"forms.html", "tables.html", "grids.html", "shadow.html", "hidden_ways.html", "menus.html", "trees.html",
        "owns.html", "clickable.html", "media.html", "names.html"}) {
    page().open(std::string("http://elements.test/") + name);
    page().snapshot();  // closed roots and their like are known from here on
    const Snapshot snapshot = page().snapshot();
    const DomSnapshot dom = page().dom();
    std::size_t with_ref = 0;
    for (const Node& node : snapshot.nodes()) {
      if (node.ref == 0) continue;
      ++with_ref;
      const std::string ref = format_ref(node.frame, node.ref);
      const DomNode* const same = dom.node_of_ref(ref);
      ASSERT_NE(same, nullptr) << name << ' ' << ref;
      EXPECT_EQ(same->role, node.role == "generic" ? "" : node.role) << name << ' ' << ref;
      EXPECT_EQ(same->label, node.name) << name << ' ' << ref;
    }
    EXPECT_GT(with_ref, 0u) << name;
    EXPECT_EQ(page().snapshot().text(), snapshot.text()) << name;  // which it leaves as they are
  }
}

TEST_F(Dom, NamesEachElementForTheLifeOfItsDocument) {
  const DomSnapshot before = dom_of("<p id=a>A<p id=b>B");
  page().evaluate("document.querySelector('#a').before(document.createElement('hr'))");
  const DomSnapshot after = page().dom();
  EXPECT_EQ(by_html_id(before, "b").id(), by_html_id(after, "b").id());
  EXPECT_EQ(before.node(by_html_id(before, "a").id())->html_id, "a");
}

TEST_F(Dom, ContainsTheReasonWhyAnElementCanBeUsed) {
  const DomSnapshot dom = dom_of(
      "<button id=semantic>B</button><div id=role role=button>B</div><div id=editable contenteditable>B</div>"
      "<div id=handler onclick='1'>B</div><div id=framework @click='x'>B</div><div id=tabindex tabindex=0>B</div>"
      "<div id=cursor style='cursor: pointer'>B</div><div id=listener>B</div><div id=class class='big btn'>B</div><p "
      "id=none>B"
      "<script>document.querySelector('#listener').addEventListener('click', () => 1)</script>",
      {.listeners = true, .class_guesses = true});
  for (const char* const why :
       {"semantic", "role", "editable", "handler", "framework", "tabindex", "cursor", "listener", "class"}) {
    EXPECT_EQ(to_string(by_html_id(dom, why).used_by), why);
    EXPECT_NE(by_html_id(dom, why).ref, 0u) << why;
  }
  EXPECT_FALSE(by_html_id(dom, "none").is_interactive());
  const DomSnapshot plain = page().dom();
  EXPECT_FALSE(by_html_id(plain, "class").is_interactive());
}

TEST_F(Dom, ContainsTheReasonWhyAnElementIsHidden) {
  const DomSnapshot dom = dom_of(
      "<div id=display style='display: none'><p id=inner>x</div><div id=visibility style='visibility: hidden'>x</div>"
      "<div id=opacity style='opacity: 0'>x</div><div id=size style='height: 0'></div><div id=inert inert>x</div>"
      "<details><summary>s</summary><p id=details>x</details>"
      "<div style='content-visibility: hidden' id=holder><p id=content>x</div><p id=shown>x");
  for (const char* const why : {"display", "visibility", "opacity", "size", "inert", "details"}) {
    EXPECT_EQ(to_string(by_html_id(dom, why).hidden_by), why);
  }
  EXPECT_TRUE(by_html_id(dom, "shown").is_visible());
  EXPECT_EQ(by_html_id(dom, "display").unread, 1u);
  EXPECT_EQ(by_html_id(dom, "holder").unread, 1u);
  const DomSnapshot all = page().dom({.hidden = true});
  EXPECT_EQ(by_html_id(all, "inner").hidden_by, HiddenBy::Display);
  EXPECT_EQ(by_html_id(all, "inner").text, "x");
  EXPECT_EQ(by_html_id(all, "content").hidden_by, HiddenBy::Content);
}

TEST_F(Dom, KnowsWhatIsInTheViewport) {
  const DomSnapshot dom = dom_of("<div style='height: 5000px'><p id=top>x</div><p id=below>x");
  EXPECT_TRUE(by_html_id(dom, "top").in_viewport);
  EXPECT_FALSE(by_html_id(dom, "below").in_viewport);
  EXPECT_GT(dom.context().document_height, 5000);
  page().evaluate("scrollTo(0, 5000)");
  const DomSnapshot scrolled = page().dom();
  EXPECT_GT(scrolled.context().scroll_y, 3000);
  EXPECT_TRUE(by_html_id(scrolled, "below").in_viewport);
}

TEST_F(Dom, HasBoxesInFramesInCoordinatesOfThePage) {
  const DomSnapshot dom = dom_of(
      "<iframe style='margin: 20px; border: 5px solid; padding: 3px' width=300 height=200 srcdoc=\""
      "<button style='position: absolute; left: 30px; top: 40px'>Go</button>\"></iframe>");
  const DomNode* button = nullptr;
  for (const DomNode& node : dom.nodes()) {
    if (node.label == "Go") button = &node;
  }
  ASSERT_NE(button, nullptr);
  const BoundingBox box = page().bounding_box(button->ref_text());
  EXPECT_NEAR(button->box.x, box.x, 1);
  EXPECT_NEAR(button->box.y, box.y, 1);
  EXPECT_TRUE(button->in_viewport);
}

TEST_F(Dom, HasTheTextsOfAParagraphInTheirOrder) {
  dom_of("<p>One <b>two</b>-fold <i>three</i> <b>four</b>");
  EXPECT_THAT(page().dom().json(), HasSubstr("[\"One two-fold three four\"]"));
}

TEST_F(Dom, HasOnlyWhatItsTargetMeans) {
  dom_of("<form aria-label=Pay><button data-testid=go>Go</button></form><button>Other</button>");
  for (const char* const target : {"form \"Pay\"", "css=form"}) {
    const DomSnapshot dom = page().dom({.within = target});
    EXPECT_EQ(dom.nodes().front().tag, "form") << target;
    EXPECT_EQ(dom.counts().interactive, 1u) << target;
  }
  const DomSnapshot by_test_id = page().dom({.within = "testid=go"});
  EXPECT_EQ(by_test_id.nodes().front().test_id, "go");
}

TEST_F(Dom, RefusesATargetThatMeansNoneOrTwo) {
  dom_of("<button>A</button><button>A</button>");
  EXPECT_EQ(kind_of([&] { page().dom({.within = "button \"B\""}); }), ErrorKind::NotFound);
  EXPECT_EQ(kind_of([&] { page().dom({.within = "button \"A\""}); }), ErrorKind::Ambiguous);
  EXPECT_EQ(kind_of([&] { page().dom({.within = "button \""}); }), ErrorKind::Authoring);
  EXPECT_EQ(kind_of([&] { page().dom({.max_frame_depth = -1}); }), ErrorKind::Usage);
  expect_usable();
}

TEST_F(Dom, NeverContainsAPassword) {
  const DomSnapshot dom =
      dom_of("<input id=p type=password value=hunter2><input value='4111 1111 1111 1111'>", {.reveal_values = true});
  EXPECT_EQ(by_html_id(dom, "p").value, "•••••••");
  EXPECT_THAT(dom.json({.form = DomJsonOptions::Form::Full, .values = true}), Not(HasSubstr("hunter2")));
  EXPECT_THAT(page().dom().json({.values = true}), Not(HasSubstr("4111")));
}

TEST_F(Dom, IsValidUntilThePageChanges) {
  DomSnapshot dom = dom_of("<input id=i><style>.a { color: red }</style><p class=a>x");
  EXPECT_TRUE(dom.valid());
  for (const char* const change :
       {"i.value = 'Ada'", "i.focus()", "i.disabled = true", "document.querySelector('p').firstChild.data = 'y'",
        "document.styleSheets[0].insertRule('p { display: none }')",
        "scrollTo(0, 0), document.body.style.marginTop = '9px'", "document.title = 'Other'",
        "document.body.append(document.createElement('hr'))"}) {
    page().evaluate(change);
    EXPECT_FALSE(dom.valid()) << change;
    dom = page().dom();
    EXPECT_TRUE(dom.valid()) << change;
  }
  page().open("http://elements.test/lists.html");
  EXPECT_FALSE(dom.valid());
  page().close();
  EXPECT_FALSE(dom.valid());
}

TEST_F(Dom, IsWholeOfAPageThatChangesWithoutEnd) {
  const DomSnapshot dom = dom_of(
      "<button>Go</button><p id=p></p><script>(function tick() { p.textContent = performance.now(); setTimeout(tick) "
      "})()</script>");
  EXPECT_EQ(dom.counts().interactive, 1u);
  page().evaluate(
      "new Promise(done => { const before = p.textContent; "
      "(function look() { p.textContent !== before ? done(1) : setTimeout(look) })() })");
  EXPECT_FALSE(dom.valid());
}

// Its deadline ends the wait, not the page; the next page is read again.
TEST_F(Dom, EndsAtItsDeadlineIfThePageDoesNotAnswer) {
  dom_of("<button>Go</button>");
  start_script("while (true);");
  EXPECT_EQ(kind_of([&] { page().dom({.timeout = milliseconds(300)}); }), ErrorKind::Timeout);
  stop_script();
  expect_usable();
}

TEST_F(Dom, CountsWhatIsPastItsLimit) {
  const DomSnapshot dom = dom_of("<p>1<p>2<p>3<p>4", {.max_elements = 4});
  EXPECT_GT(dom.counts().unread, 0u);
  EXPECT_THAT(dom.warnings(), testing::Contains(HasSubstr("not read")));
}

TEST_F(Dom, ReportsAFrameThatCouldNotBeRead) {
  const DomSnapshot dom = dom_of("<iframe title=Bank src='http://127.0.0.1:1/'></iframe><button>Pay</button>");
  ASSERT_EQ(dom.frame_failures().size(), 1u);
  EXPECT_THAT(dom.json(), AllOf(HasSubstr("\"failed\":\"load_failed\""), HasSubstr("\"label\":\"Pay\"")));
}

TEST_F(Dom, KnowsShadowRootsOpenAndClosed) {
  page().open("http://elements.test/closed.html");
  const DomSnapshot dom = page().dom();
  EXPECT_GT(dom.counts().shadow_roots, 1u);
  EXPECT_TRUE(
      std::any_of(dom.nodes().begin(), dom.nodes().end(), [](const DomNode& node) { return node.hosts_closed_root; }));
}

TEST_F(Dom, CompactTextHasTheRefOfEachUsableElement) {
  for (const char* const name :
       {"forms.html", "clickable.html", "menus.html", "grids.html", "trees.html", "shadow.html"}) {
    page().open(std::string("http://elements.test/") + name);
    const DomSnapshot dom = page().dom();
    std::string text = compact_text(dom);
    std::replace(text.begin(), text.end(), '\n', ' ');
    for (const DomNode& node : dom.nodes()) {
      if (!node.is_interactive()) continue;
      EXPECT_THAT(text, HasSubstr(' ' + node.ref_text() + ' ')) << name;
    }
    const std::size_t all = page().snapshot().text().size();
    RecordProperty(std::string("percent_of_") + name, static_cast<int>(100 * text.size() / all));
    EXPECT_LE(text.size() * 2, all) << name;
  }
}

// B4
TEST_F(Dom, FlatJsonIsMuchSmallerThanTheFullTree) {
  for (const char* const name : {"forms.html", "tables.html", "grids.html", "landmarks.html", "lists.html"}) {
    page().open(std::string("http://elements.test/") + name);
    const DomSnapshot dom = page().dom();
    const std::size_t full = dom.json({.form = DomJsonOptions::Form::Full}).size();
    const std::size_t flat = dom.json().size();
    RecordProperty(std::string("percent_of_") + name, static_cast<int>(100 * flat / full));
    EXPECT_LT(flat * 10, full * 6) << name;
  }
}

}  // namespace
}  // namespace casement::specs
