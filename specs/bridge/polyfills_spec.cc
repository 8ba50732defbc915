// What stands in for parts of the platform that older browsers lack (framework/casement/bridge/js/polyfills.js) answers
// as Chrome's own does. A world of its own is made that has these parts no more, and asked the same as one that has
// them.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/bridge/bridge.h"
#include "casement/browser/page/page_session.h"
#include "casement/testing.h"

namespace casement::specs {
namespace {

// As in an older browser: an unknown selector throws, an unknown option is no error and has no effect.
constexpr const char* kOlder = R"js(
  for (const name of ['checkVisibility', 'ariaLabelledByElements', 'ariaDescribedByElements']) delete Element.prototype[name];
  for (const { prototype } of [Array, String]) delete prototype.at;
  delete globalThis.scheduler;
  const asked = CSS.supports, unknown = /:(?:open|modal)\b|ruby-text/;
  CSS.supports = (...what) => !unknown.test(what.join()) && asked.apply(CSS, what);
  const media = matchMedia;
  globalThis.matchMedia = (query) => (query.includes('scripting') ? { matches: false, media: 'not all' } : media.call(globalThis, query));
  for (const { prototype } of [Document, DocumentFragment, Element]) {
    for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest']) {
      const own = prototype[name];
      if (own) prototype[name] = function (selector) {
        if (/:(?:open|modal|is|where|has)\b/.test(selector)) throw new SyntaxError(`unknown: ${selector}`);
        return own.call(this, selector);
      };
    }
  }
)js";

// And what its pages cannot have either.
constexpr const char* kOldest = R"js(
  CSS.supports = () => false;
  for (const name of ['CSSScopeRule', 'CSSNestedDeclarations']) delete globalThis[name];
  delete CSSStyleRule.prototype.cssRules;
  for (const { prototype } of [HTMLButtonElement, HTMLInputElement]) delete prototype.popoverTargetElement;
  if ('checkVisibility' in Element.prototype || 'scheduler' in globalThis || [].at) throw new Error('still there');
)js";

constexpr const char* kAll = R"js((async () => {
  const read = casement.snapshot({}).split('\n').slice(1);
  const refs = read.map((line) => Number(line.split('\t')[2])).filter((ref) => ref > 0);
  const said = [...read, JSON.stringify(casement.listFrames()), casement.content('text', 20000).content];
  for (const ref of refs) said.push(JSON.stringify(casement.inspect(ref)));
  for (const one of casement.describeRefs(refs)) said.push(JSON.stringify(one));
  for (const role of ['button', 'link', 'textbox', 'heading', 'img', 'row', 'group', 'listitem', 'combobox']) {
    said.push(role + JSON.stringify(casement.find({ step: { kind: 'role', role }, inside: [], frames: [] }).matches));
  }
  const text = { text: 'e', regex: true, flags: 'i' };
  said.push(JSON.stringify(casement.find({ step: { kind: 'text', name: text }, inside: [], frames: [] }).matches));
  return said;
})())js";

class Polyfills : public SiteTest<"elements"> {
 protected:
  struct World {
    PageSession& page;
    int id;
  };

  // A world of its own in the page's main document, in which `before` has run and then the script.
  World world(const std::string& name, const std::string& before) {
    PageSession& session = engine_of(page());
    const Json made =
        ask(session, "Page.createIsolatedWorld", {{"frameId", session.frames().main().id}, {"worldName", name}});
    World found{session, made.at("executionContextId")};
    evaluate(found, "(() => {" + before + "})();" + std::string(bridge_source()) + "casement.startRefsAt(0);");
    return found;
  }
  Json evaluate(const World& world, const std::string& expression) {
    return evaluation_value(
        ask(world.page, "Runtime.evaluate",
            {{"expression", expression}, {"contextId", world.id}, {"returnByValue", true}, {"awaitPromise", true}}));
  }

 private:
  static Json ask(PageSession& session, const char* method, Json params) {
    cdp::Connection& connection = session.connection();
    const cdp::Connection::EngineLock lock(connection);
    return connection.result(connection.send({session.session(), method, std::move(params), nullptr}),
                             Deadline::in(std::chrono::seconds(20)));
  }
};

TEST_F(Polyfills, AnswerAsChromesFunctionsDoOnEveryPage) {
  std::string differences;
  std::size_t compared = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(CASEMENT_SOURCE_DIR) / "pages/elements")) {
    if (entry.path().extension() != ".html") continue;
    const std::string name = entry.path().filename().string();
    page().open("http://elements.test/" + name, {.wait_until = LoadState::Loaded});
    // Of what is defined there newer Chrome has boxes, and no rectangles; older has both.
    page().evaluate("for (const one of document.querySelectorAll('defs')) one.remove(); 0");
    const Json chrome = evaluate(world("newer", ""), kAll);
    const Json ours = evaluate(world("older", kOlder), kAll);
    for (std::size_t i = 0; i < std::max(chrome.size(), ours.size()); ++i, ++compared) {
      const Json left = i < chrome.size() ? chrome[i] : Json(), right = i < ours.size() ? ours[i] : Json();
      if (left != right) differences += name + "\n  Chrome " + left.dump() + "\n  ours   " + right.dump() + "\n";
    }
  }
  EXPECT_EQ(differences, "");
  EXPECT_GT(compared, 2000u);
}

TEST_F(Polyfills, WorkInABrowserWithoutAnyOfTheFunctions) {
  page().open(
      "data:text/html,<!doctype html><style>@scope (p) { b { color: red } } p { b { color: blue } } p::before { "
      "content: 'so ' }</style><span id=l>Send</span><button aria-labelledby='l l gone'></button><p>it <b>is</b></p>"
      "<select aria-label=Size><option>S</select><details><summary>More</summary>unseen</details>");
  const Json said = evaluate(world("oldest", std::string(kOlder) + kOldest), kAll);
  std::string read;
  for (std::size_t i = 0; i < said.size() && !said[i].get<std::string>().empty(); ++i) {
    read += said[i].get<std::string>() + "\n";
  }
  EXPECT_EQ(read,
            "0\t#\t\tSend\n"
            "0\tbutton\t1\tSend Send\t\n"
            "0\tparagraph\t\t\t\n"
            "1\t#\t\tso it is\n"
            "0\tcombobox\t2\tSize\texpanded=false\n"
            "1\t=\t\tS\n"
            "0\tgroup\t3\t\t\n"
            "1\tbutton\t4\tMore\texpanded=false\n");
}

// Before 128 what is zoomed told its box in its own pixels; here it tells the viewport's, so it comes out zoomed twice.
TEST_F(Polyfills, ScaleBoxesByTheZoomAroundThem) {
  page().open(
      "data:text/html,<!doctype html><body style='margin:0;zoom:2'><p "
      "style='margin:0;zoom:1.5;width:10px;height:4px'>");
  const World older = world("unzoomed", "delete Element.prototype.currentCSSZoom;");
  EXPECT_EQ(evaluate(older, "document.querySelector('p').currentCSSZoom"), 3);
  EXPECT_EQ(evaluate(older, "document.querySelector('p').getBoundingClientRect().width"), 90);
  EXPECT_EQ(evaluate(older, "document.querySelector('p').getClientRects()[0].height"), 36);
  EXPECT_EQ(page().evaluate("document.querySelector('p').getBoundingClientRect().width"), 30)
      << "the page itself sees nothing of it";
}

// Chromium 87 gives the outer of two inline elements around a block no area, and says so by empty boxes.
TEST_F(Polyfills, GiveAnInlineElementTheAreaOfTheBlocksInIt) {
  page().open(
      "data:text/html,<!doctype html><body style='margin:0'><a href=x><b><p style='margin:0;width:80px;height:20px'>");
  const World older = world("arealess", R"js(
    delete Element.prototype.currentCSSZoom;
    const { getClientRects } = Element.prototype;
    Element.prototype.getClientRects = function () { return this.localName === 'a' ? [new DOMRect()] : getClientRects.call(this); };
    const { getBoundingClientRect } = Element.prototype;
    Element.prototype.getBoundingClientRect = function () {
      return this.localName === 'a' ? new DOMRect() : getBoundingClientRect.call(this);
    };
  )js");
  EXPECT_EQ(evaluate(older, "document.querySelector('a').getBoundingClientRect().height"), 20);
  EXPECT_EQ(evaluate(older, "document.querySelector('a').getClientRects().some(one => one.height === 20)"), true);
  EXPECT_EQ(evaluate(older, "casement.find({step: {kind: 'role', role: 'link'}, inside: [], frames: []}).count"), 1);
}

// A browser that has everything is left as it is.
TEST_F(Polyfills, ChangeNothingIfNothingIsMissing) {
  page().open("data:text/html,<!doctype html><p>x");
  const World newer = world("native",
                            "globalThis.before = [Element.prototype.checkVisibility, Element.prototype.getClientRects, "
                            "[].at, scheduler, CSSScopeRule];");
  EXPECT_EQ(evaluate(newer,
                     "[Element.prototype.checkVisibility, Element.prototype.getClientRects, [].at, scheduler, "
                     "CSSScopeRule].every((one, i) => one === before[i])"),
            true);
}

}  // namespace
}  // namespace casement::specs
