// What a reading takes from style sheets at once, it would have found by asking each element: on pages and sheets made
// from seeds, while their rules change by script; and so it is with sheets of other origins, which no script can read.
#include <casement/testing.h>

#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/bridge/bridge.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/http/served_request.h"

namespace {

using namespace casement;

class SheetTest : public SiteTest<"actions"> {
 protected:
  // The answer to a request for a sheet is what `text_of` says.
  void serve_paints(std::function<std::string(const std::string& url)> text_of) {
    page().network().route("http://paints.test/*", [text_of = std::move(text_of)](const RouteRequest& request) {
      return RouteAnswer::fulfil(
          {.headers = {{"cache-control", "no-store"}}, .body = text_of(request.url), .content_type = "text/css"});
    });
  }
};
class Sheets : public SheetTest, public testing::WithParamInterface<int> {};

// Makes a page from a seed; `edit` changes some of its sheets.
constexpr const char* kPage = R"js(
  let state = SEED * 2654435761 >>> 0;
  const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 4294967296 * n); };
  const pick = (list) => list[random(list.length)];
  const names = ['div', 'p', 'span', 'button', 'a', 'li', 'ul', 'section', 'q', 'x-host', 'label', 'td'];
  const classes = ['a', 'b', 'c', 'md:d', 'e\\f'];
  const escaped = (name) => CSS.escape(name);
  const simple = () => pick([() => pick(names), () => '.' + escaped(pick(classes)), () => '#i' + random(5), () => '*', () => '[title]',
    () => `:is(.a, #i1)`, () => `:not(.${escaped(pick(classes))})`, () => pick(names) + '.' + escaped(pick(classes)), () => ':has(span)'])();
  const compound = () => pick([simple, simple, () => simple() + pick([' ', ' > ', ' + ', ' ~ ']) + simple(), () => `${simple()}, ${simple()}`])();
  const context = () => pick([() => ':host', () => ':host(.a)', () => `:host(.b) ${simple()}`, () => `::slotted(${pick(names)})`, () => '::slotted(.a)',
    () => ':host([title]) .c', () => `:scope > ${pick(names)}`, () => '::part(p)', () => `:not(:host) ${simple()}`, () => ':root, :host'])();
  const selector = () => random(4) === 0 ? context() : compound();
  const pseudo = () => pick(['::before', '::after', ':before']);
  const word = () => pick(['one', 'two', 'three']);
  const medium = () => pick(['screen', 'print', '(min-width: 1px)', '(max-width: 500px)', 'not all', '(prefers-color-scheme: dark)']);
  const declaration = () => pick([() => 'display: none', () => 'display: contents', () => 'display: block', () => 'visibility: hidden',
    () => 'visibility: visible', () => 'cursor: pointer', () => 'text-transform: uppercase', () => 'color: red', () => 'content-visibility: hidden',
    () => 'margin: 1px', () => 'content: none', () => 'display: var(--none)'])();
  const withPseudo = (list) => list.split(/,(?![^(]*\))/).map((one) => one.trim() + pseudo()).join(', ');
  const rule = (depth = 0) => pick([
    () => `${selector()} { ${declaration()}; ${declaration()} }`, () => `${withPseudo(selector())} { content: "${word()}" }`,
    () => `${selector()} { color: red; ${depth < 2 ? nested(depth + 1) : ''} ${declaration()} }`,
    () => `@media ${medium()} { ${rule(depth + 1)} }`, () => `@layer { ${rule(depth + 1)} }`,
    () => `@supports (display: grid) { ${rule(depth + 1)} }`, () => `@scope (.a) { ${rule(depth + 1)} }`,
    () => `@keyframes k { from { color: red } }`, () => `@container (min-width: 1px) { ${rule(depth + 1)} }`])();
  const nested = (depth) => pick([() => `&${pick(['.a', ':hover', '.b'])} { ${declaration()} }`, () => `& ${simple()} { ${declaration()} }`,
    () => `.c & { ${declaration()} }`, () => `> ${pick(names)} { ${declaration()} }`, () => `&${pseudo()} { content: "${word()}" }`,
    () => `@media screen { ${declaration()} }`, () => `${simple()} { ${declaration()}; ${depth < 2 ? nested(depth + 1) : ''} }`])();
  const sheetText = () => Array.from({ length: 1 + random(6) }, () => rule()).join('\n');
  const loads = [];
  const styleElement = () => {
    if (!FOREIGN) return Object.assign(document.createElement('style'), { textContent: sheetText() });
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'http://paints.test/?' + encodeURIComponent(sheetText()) });
    loads.push(new Promise((done) => { link.onload = link.onerror = done; }));
    return link;
  };
  const constructed = Array.from({ length: 3 }, () => { const sheet = new CSSStyleSheet(); sheet.replaceSync(sheetText()); return sheet; });
  if (!customElements.get('x-host')) customElements.define('x-host', class extends HTMLElement {});
  const element = (depth) => {
    const made = document.createElement(pick(names));
    if (random(2)) made.className = Array.from({ length: 1 + random(2) }, () => pick(classes)).join(' ');
    if (random(4) === 0) made.id = 'i' + random(5);
    if (random(5) === 0) made.title = word();
    if (random(8) === 0) made.setAttribute('part', 'p');
    if (random(12) === 0) made.style.cssText = declaration();
    if (made.localName === 'a') made.href = '#';
    if (random(2)) made.append(word());
    if (depth < 4) for (let i = random(4); i > 0; --i) made.append(element(depth + 1));
    if (made.localName === 'x-host') {
      const root = made.attachShadow({ mode: 'open' });
      for (let i = random(3); i > 0; --i) root.append(element(3));
      if (random(3)) root.append(document.createElement('slot'));
      root.adoptedStyleSheets = constructed.filter(() => random(2));
      if (random(3) === 0) root.append(styleElement());
    }
    return made;
  };
  document.body.replaceChildren();
  for (let i = 0; i < 2; ++i) document.body.append(styleElement());
  document.adoptedStyleSheets = constructed.slice(0, random(3));
  for (let i = 0; i < 8; ++i) document.body.append(element(0));
  // Says of every element that it may mean it, and means none.
  const doubt = new CSSStyleSheet();
  doubt.replaceSync('::part(none) { display: var(--x); cursor: help; content-visibility: visible; text-transform: lowercase } ::part(none)::before { content: "x" }');
  window.doubtAll = (on) => { document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== doubt), ...(on ? [doubt] : [])]; };
  // What Chrome itself computes, of every element in every root.
  const looksIn = (root) => [...root.querySelectorAll('*')].map((one) => ['', '::before', '::after'].map((pseudo) => {
    const { display, visibility, content, cursor, textTransform, contentVisibility } = getComputedStyle(one, pseudo);
    return [display, visibility, content, cursor, textTransform, contentVisibility].join();
  }).join(';') + (one.shadowRoot ? looksIn(one.shadowRoot) : '')).join('|');
  window.looks = () => looksIn(document);
  // Takes each element out and puts it back, but for those that hold sheets: these would be loaded again.
  const holdsSheet = (one) => one.matches('style, link') || [...one.children, ...(one.shadowRoot?.children ?? [])].some(holdsSheet);
  const refreshIn = (root) => {
    for (const one of [...root.querySelectorAll('*')]) {
      if (one.shadowRoot) refreshIn(one.shadowRoot);
      if (holdsSheet(one)) continue;
      const place = document.createComment('');
      one.replaceWith(place);
      place.replaceWith(one);
    }
  };
  window.refresh = () => refreshIn(document.body);
  const innermost = (list) => { const one = list.cssRules[random(list.cssRules.length)]; return one.cssRules?.length > 0 ? innermost(one) : one; };
  const sheetsThere = () => [...document.styleSheets, ...constructed];
  window.edit = () => {
    for (let i = 0; i < 4; ++i) {
      const sheet = pick(sheetsThere());
      try {
        pick([() => sheet.insertRule(rule(), 0), () => sheet.deleteRule(0), () => { sheet.disabled = !sheet.disabled; },
          () => { const one = sheet.cssRules[random(sheet.cssRules.length)]; one.style.cssText = declaration(); },
          () => { const one = sheet.cssRules[random(sheet.cssRules.length)]; one.selectorText = compound(); },
          () => { const one = sheet.cssRules[random(sheet.cssRules.length)]; one.style.setProperty('display', pick(['none', 'block', ''])); },
          // Not the selectors of rules within others: Chrome goes on with the old one.
          () => { innermost(sheet).style.cssText = declaration(); },
          () => innermost(sheet).insertRule(`${simple()} { ${declaration()} }`, 0), () => innermost(sheet).parentRule.deleteRule(0),
          () => { const one = [...sheet.cssRules].find((rule) => rule instanceof CSSKeyframesRule); one.appendRule('to { visibility: hidden }'); },
          () => pick(constructed).replaceSync(sheetText()),
          // It is empty for a while and then another; what is done to it meanwhile is refused.
          () => { for (let i = 0; i < 2; ++i) pick(constructed).replace(sheetText()).catch(() => {}); },
          () => { sheet.media.mediaText = medium(); }, () => { document.querySelector('style').media = medium(); },
          () => { pick([...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule)).media.mediaText = medium(); },
          () => { pick([...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule)).media.appendMedium(medium()); },
          () => { document.querySelector('style').textContent = sheetText(); },
          () => { const host = pick([...document.querySelectorAll('x-host')]); host.shadowRoot.adoptedStyleSheets = constructed.filter(() => random(2)); },
          () => { document.adoptedStyleSheets = constructed.filter(() => random(2)); }])();
      } catch { /* such a rule there is not */ }
    }
  };
  Promise.all(loads).then(() => 0)
)js";

std::string script_of(int seed, bool foreign) {
  std::string script = kPage;
  const auto put = [&](const std::string& name, const std::string& value) {
    script.replace(script.find(name), name.size(), value);
  };
  put("SEED", std::to_string(seed));
  put("FOREIGN", foreign ? "true" : "false");
  return "{" + script + "}";
}

TEST_P(Sheets, GiveTheSameHintsAsAskingEachElement) {
  int compared = 0;
  serve_paints([](const std::string& url) {
    std::string text;
    EXPECT_TRUE(percent_decode(url.substr(url.find('?') + 1), text));
    return text;
  });
  page().open("http://actions.test/blank.html");
  for (int one = 0; one < 12; ++one) {
    const bool foreign = one % 4 == 3;
    const int seed = GetParam() * 1000 + one;
    page().evaluate(script_of(seed, foreign));
    for (int edits = 0; edits < 4; ++edits) {
      const auto looks = page().evaluate("doubtAll(true), looks()");
      const std::string asked = page().snapshot().text();
      // Now and then Chrome computes other styles when a sheet that means nothing is adopted: there is nothing to
      // compare then.
      const bool is_same = page().evaluate("doubtAll(false), looks()") == looks;
      std::string told = page().snapshot().text();
      // Texts of foreign sheets arrive after the first reading.
      if (foreign && told == asked) {
        page().evaluate("new Promise((done) => setTimeout(done, 20))");
        told = page().snapshot().text();
      }
      // And it may go on with a rule that replace() has taken away: what is put in anew has the styles that the rules
      // say.
      const bool is_stale = told != asked && page().evaluate("refresh(), looks()") != looks;
      if (is_same && !is_stale) {
        ++compared;
        EXPECT_EQ(told, asked) << "seed " << seed << ", after " << edits << " rounds of edits";
      }
      // The same rules for another medium.
      if (one % 3 == 1) context().set_viewport(edits % 2 == 0 ? 400 : 1280, 720, std::chrono::seconds(20));
      if (one % 3 == 2)
        context().set_media({edits % 2 == 0 ? "print" : "", edits < 2 ? ColourScheme::Dark : ColourScheme::Light},
                            std::chrono::seconds(20));
      // Content that is no longer skipped has its boxes with the next frame.
      page().evaluate("edit(), new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
    }
  }
  EXPECT_GE(compared, 44);
  RecordProperty("compared", compared);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Sheets, testing::Range(1, 7));

// What a script puts in place of something else may look the same from afar: as many rules, as many declarations.
TEST_F(SheetTest, ReadsReplacedRulesAnew) {
  page().open("http://actions.test/blank.html");
  page().evaluate(R"js(
    document.head.innerHTML = '<style>.a { color: red } .b { color: red } @media all { .c { color: red } .d { color: red } }</style>';
    document.body.innerHTML = [...'abcd'].map((name) => `<p class=${name}>${name}</p>`).join('');
    window.rules = document.querySelector('style').sheet.cssRules;
    window.inner = rules[2].cssRules;
  )js");
  const auto shown_after = [&](const std::string& change) {
    page().snapshot();
    page().evaluate(change + "; 0");
    const std::string text = page().snapshot().text();
    std::string shown;
    for (const char* const name : {"a", "b", "c", "d"}) {
      if (text.find(std::string("paragraph: ") + name) != std::string::npos) shown += name;
    }
    return shown;
  };
  EXPECT_EQ(shown_after(""), "abcd");
  EXPECT_EQ(shown_after("rules[0].style.cssText = 'display: none'"), "bcd");
  EXPECT_EQ(shown_after("rules[0].style.display = 'block'"), "abcd");
  EXPECT_EQ(shown_after("rules[0].style.cssText = 'all: unset'"), "abcd");
  EXPECT_EQ(shown_after("rules[0].style.cssText = 'color: red'; rules[0].selectorText = '.b'"), "abcd");
  EXPECT_EQ(shown_after("rules[0].style.cssText = 'visibility: hidden'"), "acd");
  EXPECT_EQ(shown_after("rules[0].selectorText = '.a'"), "bcd");
  EXPECT_EQ(
      shown_after("sheet = rules[0].parentStyleSheet; sheet.deleteRule(0); sheet.insertRule('.b { color: red }', 0)"),
      "abcd");
  EXPECT_EQ(shown_after("sheet.deleteRule(1); sheet.insertRule('.b { display: none }', 1)"), "acd");
  EXPECT_EQ(shown_after("rules[2].deleteRule(1); rules[2].insertRule('.d { display: none }', 1)"), "ac");
  EXPECT_EQ(shown_after("inner[0].style.cssText = 'display: none'"), "a");
  EXPECT_EQ(shown_after("rules[2].media.mediaText = 'print'"), "acd");
}

// How long a value may be in the text, and what is masked in it, does not hang on that.
TEST_F(SheetTest, ReadsTheContentOfATextBoxAsItsValue) {
  page().open("http://actions.test/blank.html");
  page().evaluate(
      "document.body.innerHTML = '<div role=combobox aria-label=Kind>Leave</div><p role=textbox "
      "aria-label=Note>Away</p>'");
  const auto values = [&] {
    std::string found;
    const Snapshot snapshot = page().snapshot();
    for (const Node& node : snapshot.nodes()) {
      if (node.kind == Node::Kind::Value) found += std::string(node.name) + " ";
    }
    return found;
  };
  EXPECT_EQ(values(), "Leave Away ");
  page().evaluate("document.head.innerHTML = '<style>::part(none)::before { content: \"x\" }</style>'");
  EXPECT_EQ(values(), "Leave Away ");
}

class ForeignSheets : public SheetTest {
 protected:
  void SetUp() override {
    SheetTest::SetUp();
    page().network().route("http://actions.test/paragraphs*", [](const RouteRequest&) {
      return RouteAnswer::fulfil({.body =
                                      "<!doctype html><link id=sheet rel=stylesheet href='http://paints.test/a.css'>"
                                      "<script>for (let i = 0; i < 300; ++i) document.write(`<p class=c${i < 9 ? i % 3 "
                                      ": i}>${i}</p>`); const spin = () => scheduler.postTask(spin);"
                                      "if (location.search) spin()</script>",
                                  .content_type = "text/html"});
    });
  }
  nlohmann::json in_bridge(const std::string& expression) {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    const Frame& frame = target.frames().main();
    return evaluation_value(target.connection().call(
        evaluate_command(frame.session, frame.world->unique_id, expression), Deadline::in(std::chrono::seconds(20))));
  }
  // Reads the page. → how often the reading asked an element for its style, or whether it is shown.
  int looks() {
    in_bridge(R"js({
      globalThis.looks = 0;
      if (globalThis.isCounted === undefined) {
        globalThis.isCounted = true;
        const style = globalThis.getComputedStyle;
        globalThis.getComputedStyle = (...asked) => { ++looks; return style(...asked); };
        const visibility = Element.prototype.checkVisibility;  // none in Chromium before 105
        if (visibility) Element.prototype.checkVisibility = function (...asked) { ++looks; return visibility.apply(this, asked); };
      }
      0
    })js");
    page().evaluate("document.body.toggleAttribute('data-looked')");  // a page that is as it was may not be walked
    page().snapshot();
    return in_bridge("looks").get<int>();
  }
  // Reads it until few elements are asked, or not at all any more.
  bool asks_few() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (looks() > 100) {
      if (std::chrono::steady_clock::now() > end) return false;
    }
    return true;
  }
};

TEST_F(ForeignSheets, AreReadByTheTextThatTheBrowserWasSent) {
  serve_paints([](const std::string&) {
    return ".c0::before { content: 'No. ' } @media screen { .c1 { display: none } } .c2 { color: red }";
  });
  page().open("http://actions.test/paragraphs");
  EXPECT_TRUE(asks_few());
  const std::string text = page().snapshot().text();
  EXPECT_THAT(text, testing::HasSubstr("- paragraph: No. 3\n- paragraph: \"5\"\n- paragraph: No. 6\n"));
}

// Each page here keeps its renderer too busy for anything that waits until it is idle.
TEST_F(ForeignSheets, AreThereForTheFirstReading) {
  serve_paints([](const std::string&) { return ".c1 { display: none }"; });
  int in_time = 0;
  for (int opened = 0; opened < 10 && in_time == 0; ++opened) {
    page().open("http://actions.test/paragraphs?busy=" + std::to_string(opened));
    if (looks() < 100) ++in_time;
  }
  EXPECT_GT(in_time, 0);
}

// Nobody says which text such a sheet has.
TEST_F(ForeignSheets, AskElementsIfASheetImportsOthers) {
  serve_paints([](const std::string& url) {
    return url.ends_with("/a.css") ? "@import 'http://paints.test/b.css';" : ".c1 { display: none }";
  });
  page().open("http://actions.test/paragraphs");
  // Before Chromium 105 the bridge asks by what it has kept when it began.
  const bool can_count = page().evaluate("'checkVisibility' in Element.prototype") == true;
  for (int reading = 0; reading < 6; ++reading) {
    if (can_count) {
      EXPECT_GT(looks(), 250);
    }
    EXPECT_THAT(page().snapshot().text(), testing::HasSubstr("- paragraph: \"3\"\n- paragraph: \"5\"\n"));
  }
}

TEST_F(ForeignSheets, AreNotUsedIfOneAddressHasTwoTexts) {
  serve_paints([times = std::make_shared<int>(0)](const std::string&) {
    return ".c" + std::to_string((*times)++) + " { display: none }";
  });
  page().open("http://actions.test/paragraphs");
  page().evaluate("new Promise((done) => { const next = sheet.cloneNode(); next.onload = done; sheet.after(next) })");
  for (int reading = 0; reading < 6; ++reading) {
    EXPECT_THAT(page().snapshot().text(), testing::StartsWith("- paragraph: \"2\"\n- paragraph: \"5\"\n"));
  }
}

// One that is taken away, or replaced by another, takes its rules with it.
TEST_F(ForeignSheets, AreReadAnewAfterReplacement) {
  serve_paints([](const std::string& url) {
    return url.substr(url.size() - 1) == "s" ? ".c0 { display: none }" : ".c1 { display: none }";
  });
  page().open("http://actions.test/paragraphs");
  EXPECT_TRUE(asks_few());
  // Chromium 102 tells of no load of a second sheet.
  page().evaluate(
      "sheet.href = 'http://paints.test/b'; new Promise((done) => { const look = () => "
      "document.styleSheets[0]?.href.endsWith('/b') ? done() : setTimeout(look); look() })");
  EXPECT_THAT(page().snapshot().text(), testing::HasSubstr("- paragraph: \"0\"\n- paragraph: \"2\"\n"));
  EXPECT_TRUE(asks_few());
  EXPECT_THAT(page().snapshot().text(), testing::HasSubstr("- paragraph: \"0\"\n- paragraph: \"2\"\n"));
  page().evaluate("sheet.remove()");
  EXPECT_THAT(page().snapshot().text(), testing::HasSubstr("- paragraph: \"0\"\n- paragraph: \"1\"\n"));
}

}  // namespace
