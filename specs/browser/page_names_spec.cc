// Names that a page gives its fields, elements and frames do not change what Casement reads and does. HTML lets them
// stand for properties: of a form (HTML §4.10.3), of the document (§3.1.5) and of the window (§7.2.2.3).
#include <casement/testing.h>

#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/engine.h"
#include "casement/bridge/bridge.h"
#include "casement/browser/page/page_session.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;

constexpr std::chrono::seconds kNamesPatience{30};

// Each name of each prototype of a form, the document and the window; and the globals of the scripts.
constexpr std::string_view kAllNames = R"(
const names = new Set(['casement', 'casementIsHere', 'casementClickGuard', 'readOnly', 'value', 'type', 'select', 'checked', 'open']);
for (const one of [document.createElement('form'), document, window]) {
  for (let at = one; at !== null; at = Object.getPrototypeOf(at)) for (const name of Object.getOwnPropertyNames(at)) names.add(name);
}
)";

// The script keeps the functions that it needs, because the names hide them from it as well.
constexpr std::string_view kOrderPage = R"(<!doctype html><title>Order</title>
<style>#pane { height: 60px; overflow: auto } form { width: 500px } .fresh { color: rgb(0, 128, 0) } body { margin-bottom: 900px }</style>
<div id=spare></div>
<form id=form aria-label=Order data-testid=order title="The order" alt=order placeholder=order class="fresh new" tabindex=0 draggable=true>
  <iframe title=Inner srcdoc="<button>Inside</button>" style="display:block;width:150px;height:60px"></iframe>
  <label>Name <input id=name placeholder="as on the card"></label>
  <label><input type=checkbox> Gift</label>
  <select aria-label=Size><option>Small<option>Large</select>
  <input type=file aria-label=Photo>
  <img alt="Tea leaf" width=20 height=20 title=Leaf>
  <p>Thank you</p>loose text
  <button id=send type=button data-testid=send>Send</button>
  <div id=pane role=region aria-label=Notes tabindex=0><div style="height:400px">Long notes</div></div>
</form>
<form aria-label=Letter contenteditable style="height:30px">Dear reader</form>
<div id=bin role=region aria-label=Bin style="height:60px">Bin</div>
<output id=out></output>
<script>
(() => {
  const out = document.getElementById('out'), form = document.getElementById('form'), bin = document.getElementById('bin');
  const note = event => { if (event.isTrusted || event.type === 'shout') out.textContent += event.type + ' '; };
  const listen = EventTarget.prototype.addEventListener;
  for (const type of ['click', 'input', 'change', 'dragstart', 'drop', 'shout', 'keydown']) listen.call(window, type, note);
  listen.call(bin, 'dragover', event => event.preventDefault());
  globalThis.clearNotes = () => { out.textContent = ''; };
})();
</script>)";

class PageNames : public BrowserTest {
 protected:
  void SetUp() override {
    BrowserTest::SetUp();
    page().set_default_timeout(kNamesPatience);
  }

  // With `attributes` of the form's additional fields and the document's additional images, e.g. "name id".
  void show(std::string_view attributes) {
    page().open("about:blank");
    page().evaluate("document.write(" + nlohmann::json(std::string(kOrderPage)).dump() + "); document.close()");
    const std::string give = std::string(kAllNames) + R"(
const form = document.getElementById('form'), spare = document.getElementById('spare');
const append = Node.prototype.appendChild, create = Document.prototype.createElement, set = Element.prototype.setAttribute;
for (const name of names) {
  const field = create.call(document, 'input'), picture = create.call(document, 'img');
  field.type = 'hidden';
  picture.hidden = true;
  for (const attribute of words) for (const one of [field, picture]) set.call(one, attribute, name);
  append.call(form, field);
  append.call(spare, picture);
}
return names.size;)";
    const JsonValue count = page().evaluate("(words => {" + give + "})('" + std::string(attributes) + "'.split(' '))");
    ASSERT_GT(count.get<int>(), 1000);
    expect(page()).shows(R"(button "Inside")");
  }

  std::string notes() { return page().text("css=#out"); }
};

struct Use {
  const char* name;
  std::string (*of)(Page& page);
};

std::string done(const ActionResult& result) {
  return result.success ? "done, value " + result.value.value_or("none") : result.error;
}

std::string box_of(const BoundingBox& box) {
  return std::to_string(box.width) + " x " + std::to_string(box.height);
}

std::string ref_of_order(Page& page) {
  return page.snapshot().ref(R"(form "Order")");
}

const Target kOrder(R"(form "Order")");

const Use kUses[] = {
    {"snapshot", [](Page& page) { return page.snapshot().text(); }},
    {"snapshot again", [](Page& page) { return page.snapshot().text() + page.snapshot().text(); }},
    {"dom",
     [](Page& page) {
       const DomSnapshot dom = page.dom();
       return std::to_string(dom.nodes().size());
     }},
    {"title", [](Page& page) { return page.title(); }},
    {"count by css", [](Page& page) { return std::to_string(page.count("css=form")); }},
    {"count by text", [](Page& page) { return std::to_string(page.count(R"(text "Thank you")")); }},
    {"count by loose text", [](Page& page) { return std::to_string(page.count("text /loose/")); }},
    {"count by testid", [](Page& page) { return std::to_string(page.count("testid=order")); }},
    {"count by placeholder", [](Page& page) { return std::to_string(page.count(R"(placeholder="order")")); }},
    {"count by alt", [](Page& page) { return std::to_string(page.count("alt=order")); }},
    {"count by title", [](Page& page) { return std::to_string(page.count(R"(title="The order")")); }},
    {"count by label", [](Page& page) { return std::to_string(page.count("label=Order")); }},
    {"count by role", [](Page& page) { return std::to_string(page.count("form")); }},
    {"count that has text", [](Page& page) { return std::to_string(page.count(R"(form that has text "Thank you")")); }},
    {"count inside", [](Page& page) { return std::to_string(page.count(R"(button "Send" inside form "Order")")); }},
    {"text", [](Page& page) { return page.text(kOrder); }},
    {"html", [](Page& page) { return page.html(kOrder).substr(0, 60); }},
    {"attribute", [](Page& page) { return page.attribute(kOrder, "title").value_or("none"); }},
    {"box", [](Page& page) { return box_of(page.bounding_box(kOrder)); }},
    {"evaluate", [](Page& page) { return page.evaluate_on(kOrder, "() => 7").dump(); }},
    {"click", [](Page& page) { return done(page.click(kOrder, {.position = Point{490, 3}})); }},
    {"double click", [](Page& page) { return done(page.double_click(kOrder)); }},
    {"hover", [](Page& page) { return done(page.hover(kOrder)); }},
    {"tap", [](Page& page) { return done(page.tap(kOrder, {.position = Point{490, 3}})); }},
    {"swipe", [](Page& page) { return done(page.swipe(kOrder, {0, -20})); }},
    {"drag", [](Page& page) { return done(page.drag(kOrder, R"(region "Bin")", {.from = Point{490, 3}})); }},
    {"focus", [](Page& page) { return done(page.focus(kOrder)); }},
    {"press", [](Page& page) { return done(page.press(kOrder, "a")); }},
    {"blur", [](Page& page) { return done(page.blur(kOrder)); }},
    {"scroll to", [](Page& page) { return done(page.scroll_to(kOrder)); }},
    {"scroll by", [](Page& page) { return done(page.scroll_by(kOrder, {0, 5})); }},
    {"wheel", [](Page& page) { return done(page.wheel(kOrder, {0, 5})); }},
    {"dispatch", [](Page& page) { return done(page.dispatch(kOrder, "shout")); }},
    {"fill the form", [](Page& page) { return done(page.fill(R"(form "Letter")", "Dear friend")); }},
    {"fill", [](Page& page) { return done(page.fill(R"(textbox "Name")", "Ada")); }},
    {"type", [](Page& page) { return done(page.type(R"(textbox "Name")", "B")); }},
    {"clear", [](Page& page) { return done(page.clear(R"(textbox "Name")")); }},
    {"check", [](Page& page) { return done(page.check(R"(checkbox "Gift")")); }},
    {"select", [](Page& page) { return done(page.select(R"(combobox "Size")", {"Large"})); }},
    {"upload", [](Page& page) { return done(page.upload("label=Photo", {CASEMENT_SOURCE_DIR "/LICENSE"})); }},
    {"click on a field", [](Page& page) { return done(page.click("testid=send")); }},
    {"click in a frame", [](Page& page) { return done(page.click(R"(button "Inside")")); }},
    {"scroll a pane", [](Page& page) { return done(page.wheel(R"(region "Notes")", {0, 50})); }},
    {"picture", [](Page& page) { return page.screenshot(kOrder).substr(0, 4); }},
    {"picture with boxes", [](Page& page) { return page.screenshot({.boxes = true}).substr(0, 4); }},
    {"clipboard",
     [](Page& page) {
       page.set_clipboard("copied");
       return page.clipboard();
     }},
    {"frames", [](Page& page) { return std::to_string(page.frames().list().frames.size()); }},
    {"content", [](Page& page) { return page.frames().content("main").content; }},
    {"container", [](Page& page) { return page.structure().container(ref_of_order(page)).text(); }},
    {"pattern", [](Page& page) { return page.structure().pattern(ref_of_order(page), 1).text().substr(0, 40); }},
    {"anchors",
     [](Page& page) { return std::to_string(page.structure().anchors(ref_of_order(page), 0).anchors.size()); }},
    {"value", [](Page& page) { return page.value(R"(form "Letter")"); }},
    {"expectations",
     [](Page& page) {
       const Target letter(R"(form "Letter")");
       expect(page)
           .shows(kOrder)
           .state(kOrder, ElementState::Visible)
           .state(kOrder, ElementState::Enabled)
           .state(kOrder, ElementState::InViewport);
       expect(page).never().state(kOrder, ElementState::Editable).never().state(kOrder, ElementState::Checked);
       expect(page).text(kOrder, TextPattern::regex("Thank you loose")).attribute(kOrder, "title", "The order");
       expect(page).css_class(kOrder, "fresh").css(kOrder, "color", {"rgb(0, 128, 0)"}).name(kOrder, "Order");
       expect(page).description(kOrder, "The order").role(kOrder, "form").count("css=form", 2);
       expect(page).title({"Order"}).state(letter, ElementState::Editable).value(letter, "Dear friend");
       page.focus(kOrder);
       expect(page).state(kOrder, ElementState::Focused);
       return std::string("hold");
     }},
    {"a change",
     [](Page& page) {
       const Snapshot before = page.snapshot();
       expect(page).unchanged_since(before);
       page.fill(R"(textbox "Name")", "Grace");
       expect(page).changed_since(before);
       return page.value(R"(textbox "Name")");
     }},
};

// The end of a use, with what the page has noted of it.
std::string outcome_of(Page& page, const Use& use) {
  page.evaluate("clearNotes()");
  std::string outcome;
  try {
    outcome = use.of(page);
  } catch (const std::exception& error) {
    outcome = std::string("throws ") + error.what();
  }
  // Refs and frames are numbered on from page to page.
  return std::regex_replace(outcome + "\n" + page.text("css=#out"), std::regex(R"(\b(e|f)\d+(_e\d+)?\b)"), "ref");
}

TEST_F(PageNames, ChangeNoResultOfAnyCall) {
  std::vector<std::string> plain;
  show("data-name");
  for (const Use& use : kUses) plain.push_back(outcome_of(page(), use));
  for (std::size_t i = 0; i < plain.size(); ++i)
    EXPECT_FALSE(plain[i].starts_with("throws ")) << kUses[i].name << ": " << plain[i];
  show("name id");
  EXPECT_EQ(page().evaluate("typeof document.querySelector + ' ' + typeof form.childNodes.length"), "object undefined");
  for (std::size_t i = 0; i < plain.size(); ++i) {
    SCOPED_TRACE(kUses[i].name);
    EXPECT_EQ(outcome_of(page(), kUses[i]), plain[i]);
  }
}

// The scripts come late to the document of a browser that is already running.
TEST_F(PageNames, DoNotReplaceTheScriptsOwnGlobals) {
  show("name id");
  PageSession& session = engine_of(page());
  const cdp::Connection::EngineLock lock(session.connection());
  const Deadline deadline = Deadline::in(kNamesPatience);
  const auto call = [&](const char* method, Json params) {
    return session.connection().call({session.session(), method, std::move(params), nullptr}, deadline);
  };
  const Json world = call("Page.createIsolatedWorld", {{"frameId", session.frames().main().id}, {"worldName", "late"}});
  const Json context = world.at("executionContextId");
  const auto value = [&](const std::string& expression) {
    return evaluation_value(
        call("Runtime.evaluate", {{"expression", expression}, {"contextId", context}, {"returnByValue", true}}));
  };
  ASSERT_EQ(value("typeof casement"), "object");
  value(std::string(bridge_source()));
  EXPECT_EQ(value("typeof casement.find"), "function");
  EXPECT_EQ(value("casement.find({ step: { kind: 'css', css: 'form' }, inside: [] }).count"), 2);
}

}  // namespace
