// Ids of elements that a page made anew, in documents as Chrome has them.
#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "casement/dom/dom_snapshot.h"
#include "specs/browser/bad_pages.h"

namespace casement::specs {
namespace {

class DomIds : public BadPages {
 protected:
  void open_page(const std::string& body) {
    serve("<!doctype html><meta charset=utf-8><body>" + body, "text/html");
    page().open("http://elements.test/odd");
  }
  // By what they say, where one alone says it.
  std::map<std::string, std::string> ids(const DomOptions& options = {}) {
    std::map<std::string, std::string> named;
    const DomSnapshot dom = page().dom(options);
    std::set<std::string> all;
    for (const DomNode& node : dom.nodes()) {
      if (node.is_text()) continue;
      EXPECT_TRUE(all.insert(node.id()).second) << node.id();
      std::string said(node.text.empty() ? node.label : node.text);
      if (!said.empty()) named[said] = node.id();
    }
    return named;
  }
};

TEST_F(DomIds, AreKeptWhenInnerHtmlIsReplaced) {
  open_page(
      "<ul id=list></ul><script>const write = (rows) => { list.innerHTML = rows.map((row) => "
      "`<li><b>${row}</b><button>Buy</button></li>`).join('') }; write(['tea', 'cup', 'pot'])</script>");
  auto before = ids();
  page().evaluate("write(['pot', 'tin', 'tea'])");
  auto after = ids();
  EXPECT_EQ(after["tea"], before["tea"]);
  EXPECT_EQ(after["pot"], before["pot"]);
  for (const char* const gone : {"tea", "cup", "pot"}) EXPECT_NE(after["tin"], before[gone]);
  page().evaluate("write(['pot', 'tin', 'tea'])");
  EXPECT_EQ(ids(), after);
}

// A ref says which element is meant, and that one has gone.
TEST_F(DomIds, AreKeptEvenIfRefsAreNot) {
  open_page("<div id=around><button>Pay</button></div>");
  const DomSnapshot before = page().dom();
  page().evaluate("around.innerHTML = '<button>Pay</button>'");
  const DomSnapshot after = page().dom();
  const auto pay = [](const DomSnapshot& dom) {
    for (const DomNode& node : dom.nodes()) {
      if (node.label == "Pay") return &node;
    }
    return dom.nodes().data();
  };
  EXPECT_EQ(pay(before)->id(), pay(after)->id());
  EXPECT_FALSE(pay(before)->carried);
  EXPECT_TRUE(pay(after)->carried);
  EXPECT_NE(pay(before)->ref, pay(after)->ref);
  EXPECT_EQ(after.node(pay(before)->id()), pay(after));
}

TEST_F(DomIds, AreNotTakenFromHiddenElements) {
  open_page("<div id=one><p>tea</p></div><div id=two></div>");
  const std::string tea = ids()["tea"];
  page().evaluate("one.style.display = 'none', two.innerHTML = '<p>tea</p>'");
  const std::string other = ids()["tea"];
  EXPECT_NE(other, tea);
  page().evaluate("two.remove(), one.style.display = ''");
  EXPECT_EQ(ids()["tea"], tea);
}

TEST_F(DomIds, ReturnWithAnElementThatIsPutBack) {
  open_page("<div id=around><p>tea</p></div>");
  const std::string tea = ids()["tea"];
  page().evaluate("kept = around.firstChild, around.innerHTML = '<p>tea</p>'");
  EXPECT_EQ(ids()["tea"], tea);
  page().evaluate("around.replaceChildren(kept)");
  EXPECT_EQ(ids()["tea"], tea);
}

TEST_F(DomIds, AreTheSameForEachKindOfReading) {
  open_page("<main aria-label=M><div id=around><button>Pay</button></div></main><p hidden><i>deep</i></p><i>out</i>");
  const std::string pay = ids()["Pay"], out = ids({.hidden = true})["out"];
  EXPECT_EQ(ids({.within = "css=main"})["Pay"], pay);
  page().evaluate("around.innerHTML = '<button>Pay</button>'");
  EXPECT_EQ(ids({.within = "css=main"})["Pay"], pay);
  EXPECT_EQ(ids({.carry_ids = false})["Pay"], pay);  // what was told once is told again
  EXPECT_EQ(ids()["out"], out);
  page().evaluate("around.innerHTML = '<button>Pay</button>'");
  EXPECT_NE(ids({.carry_ids = false})["Pay"], pay);
}

TEST_F(DomIds, AreKeptInFramesAndShadowRoots) {
  open_page(
      "<iframe id=f srcdoc='<div><p>inner</p></div>'></iframe><div id=host></div>"
      "<script>host.attachShadow({ mode: 'open' }).innerHTML = '<p>shady</p>'</script>");
  page().evaluate(
      "new Promise((done) => { const look = () => f.contentDocument.querySelector('p') ? done(1) : setTimeout(look); "
      "look() })");
  auto before = ids();
  page().evaluate(
      "f.contentDocument.querySelector('div').innerHTML = '<p>inner</p>', "
      "host.shadowRoot.innerHTML = '<p>shady</p>'");
  auto after = ids();
  ASSERT_FALSE(before["inner"].empty());
  EXPECT_EQ(after["inner"], before["inner"]);
  EXPECT_EQ(after["shady"], before["shady"]);
}

TEST_F(DomIds, BeginAnewWithAnotherDocument) {
  open_page("<p>tea</p>");
  ids();
  page().open("http://elements.test/odd?again");
  const DomSnapshot dom = page().dom();
  for (const DomNode& node : dom.nodes()) EXPECT_FALSE(node.carried);
}

// Rows of a name that one has alone and of words that all have, written anew each time: each is found by its name.
TEST_F(DomIds, FollowTheirRowsOverManyRenderings) {
  open_page(R"(<ul id=list></ul><script>
    let state = 1, next = 1, rows = [];
    const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 4294967296 * n); };
    const row = () => ({ name: 'row ' + next++, price: random(3) + ' €' });
    for (let i = 0; i < 12; ++i) rows.push(row());
    const render = () => { list.innerHTML = rows.map(({ name, price }) => `<li><b>${name}</b><i>${price}</i><button>Buy</button></li>`).join(''); };
    const change = () => { const at = random(rows.length);
      [() => rows.splice(at, 0, row()), () => rows.splice(at, 1), () => rows.push(...rows.splice(at, 1)), () => { rows[at].price = random(99) + ' $'; }][random(4)]();
      render(); };
    render();
  </script>)");
  int kept = 0, all = 0;
  std::map<std::string, std::string> known = ids(), holders;
  for (int step = 0; step < 40; ++step) {
    page().evaluate("change()");
    std::map<std::string, std::string> now = ids();
    for (const auto& [name, id] : now) {
      if (!name.starts_with("row ")) continue;
      const auto [holder, is_new] = holders.emplace(id, name);
      EXPECT_EQ(holder->second, name) << id << " at step " << step;
      if (!known.contains(name)) continue;
      ++all;
      kept += known[name] == id ? 1 : 0;
    }
    known = std::move(now);
  }
  RecordProperty("kept_of_a_hundred", 100 * kept / all);
  EXPECT_GE(kept * 10, all * 9) << kept << " of " << all;
}

}  // namespace
}  // namespace casement::specs
