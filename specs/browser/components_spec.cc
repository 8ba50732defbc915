// Controls that web components are made of: what they show in slots, what draws a native control in them, and the
// unseen boxes that editors are typed into.
#include <casement/testing.h>

#include "specs/support/browser_needs.h"
#include "specs/support/patience.h"
#include "specs/support/shown_markup.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Components : public SiteTest<"actions"> {
 protected:
  // `markup` may have shadow roots (<template shadowrootmode>), of the elements x-b, x-inner and x-s.
  void show(const std::string& markup, const std::string& script = "") {
    page().open("http://actions.test/blank.html");
    page().evaluate(
        "for (const name of ['x-b', 'x-inner', 'x-s']) customElements.define(name, class extends HTMLElement {});"
        "window.hits = []; " +
        specs::show_in_body(markup) + "; " + script + "; 0");
  }
  std::string hits() { return page().evaluate("hits.join()").get<std::string>(); }
  std::string error_of(const std::function<void()>& act) {
    try {
      act();
    } catch (const Error& error) {
      return error.full_text();
    }
    ADD_FAILURE() << "it was done";
    return "";
  }
};

Milliseconds briefly() {
  return specs::soon(Milliseconds(1000));
}

struct Slotted {
  const char* name;
  const char* markup;

  friend std::ostream& operator<<(std::ostream& out, const Slotted& slotted) { return out << slotted.name; }
};

class SlottedText : public Components, public testing::WithParamInterface<Slotted> {};

TEST_P(SlottedText, IsPartOfTheControlThatShowsIt) {
  show(GetParam().markup, "document.querySelector('x-b').onclick = () => hits.push('b')");
  page().click(R"(button "Save")");
  EXPECT_EQ(hits(), "b");
  page().hover(R"(button "Save")");
  page().tap(R"(button "Save")");
  EXPECT_EQ(hits(), "b,b");
}

TEST_P(SlottedText, IsNotClickedThroughWhatCoversIt) {
  show(GetParam().markup + std::string("<div class=veil style='position: fixed; inset: 0'></div>"),
       "document.querySelector('x-b').onclick = () => hits.push('b')");
  EXPECT_THAT(error_of([&] { page().click(R"(button "Save")", {.timeout = briefly()}); }),
              AllOf(HasSubstr("covered by"), HasSubstr("veil")));
  EXPECT_EQ(hits(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Hosts, SlottedText,
    testing::Values(
        Slotted{"InAnOpenRoot",
                "<x-b><template shadowrootmode=open><button><slot></slot></button></template>Save</x-b>"},
        Slotted{"InAClosedRoot",
                "<x-b><template shadowrootmode=closed><button><slot></slot></button></template>Save</x-b>"},
        Slotted{
            "AsAnElementInAClosedRoot",
            "<x-b><template shadowrootmode=closed><button><slot></slot></button></template><span>Save</span></x-b>"},
        Slotted{"InANamedSlotOfAClosedRoot",
                "<x-b><template shadowrootmode=closed><i><slot></slot></i><button><slot "
                "name=text></slot></button></template>"
                "<b slot=text>Save</b></x-b>"},
        Slotted{
            "ThroughTwoRoots",
            "<x-b><template shadowrootmode=open><x-inner><template shadowrootmode=open><button><slot></slot></button>"
            "</template><slot></slot></x-inner></template>Save</x-b>"},
        Slotted{
            "ThroughAClosedRootInAnOpenOne",
            "<x-b><template shadowrootmode=open><x-inner><template shadowrootmode=closed><button><slot></slot></button>"
            "</template><slot></slot></x-inner></template>Save</x-b>"},
        Slotted{
            "OnSeveralLines",
            "<x-b><template shadowrootmode=open><button style='width: 3em'><slot></slot></button></template>\n Save\n "
            "<!-- it --></x-b>"},
        Slotted{
            "TurnedRound",
            "<x-b style='display: inline-block; margin: 60px; transform: rotate(70deg)'><template shadowrootmode=open>"
            "<button><slot></slot></button></template>Save</x-b>"}),
    [](const auto& one) { return one.param.name; });

struct Switch {
  const char* name;
  const char* markup;  // of a shadow root

  friend std::ostream& operator<<(std::ostream& out, const Switch& one) { return out << one.name; }
};

class DrawnSwitches : public Components, public testing::WithParamInterface<Switch> {};

TEST_P(DrawnSwitches, AreClickedOnWhatSwitchesThem) {
  for (const char* mode : {"open", "closed"}) {
    SCOPED_TRACE(mode);
    show(std::string("<x-s style='display: inline-block; position: relative'><template shadowrootmode=") + mode + ">" +
         GetParam().markup + "</template>Night mode</x-s>");
    const std::string target = R"(checkbox)";
    page().check(target);
    expect(page()).state(target, ElementState::Checked);
    page().click(target);
    expect(page()).state(target, ElementState::Unchecked);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Components, DrawnSwitches,
    testing::Values(
        Switch{"InALabelAroundASlot",
               "<label><input type=checkbox style='opacity: 0; position: absolute'><slot></slot></label>"},
        Switch{"BesideALabelAroundASlot",
               "<input id=i type=checkbox style='position: absolute; width: 1px; height: 1px; clip: rect(0 0 0 0)'>"
               "<label for=i><slot></slot></label>"},
        Switch{"CoveredByTheirTrack",
               "<input type=checkbox style='appearance: none; width: 40px; height: 20px'><span style='position: "
               "absolute; inset: 0' "
               "onclick='this.previousElementSibling.click()'></span><slot></slot>"},
        Switch{"CoveredByTheirLabel",
               "<input id=i type=checkbox><label for=i style='position: absolute; inset: 0'><slot></slot></label>"},
        Switch{"SwitchedByTheirHost",
               "<div onclick='this.firstElementChild.checked = !this.firstElementChild.checked'>"
               "<input type=checkbox style='position: absolute; opacity: 0; pointer-events: none; width: 1px; height: "
               "1px'>"
               "<slot></slot></div>"}),
    [](const auto& one) { return one.param.name; });

TEST_F(Components, ADrawnSwitchIsNotClickedThroughAnotherControlInIt) {
  show(
      "<x-s style='display: inline-block; position: relative'><template shadowrootmode=open><input type=checkbox "
      "style='appearance: none; width: 40px; height: 20px'><slot></slot></template><a href='#x' style='position: "
      "absolute; inset: 0'>Terms</a></x-s>");
  EXPECT_THAT(error_of([&] { page().click("checkbox", {.timeout = briefly()}); }), HasSubstr("covered by <a"));
}

TEST_F(Components, AVisibleSwitchIsNotClickedThroughAVeilOfItsComponent) {
  show(
      "<x-s style='display: inline-block; position: relative'><template shadowrootmode=open><input type=checkbox>"
      "<div id=veil style='position: absolute; inset: 0'></div></template></x-s>");
  EXPECT_THAT(error_of([&] { page().click("checkbox", {.timeout = briefly()}); }),
              HasSubstr("covered by <div id=\"veil\">"));
}

TEST_F(Components, ALabelThatLetsThePointerThroughIsNotAimedAt) {
  show(
      "<div style='position: relative; height: 40px'><input type=checkbox id=c style='position: absolute; left: 0; "
      "top: 0; "
      "width: 40px; height: 40px; opacity: 0'><label for=c style='position: absolute; left: 200px; top: 0; "
      "pointer-events: none'>"
      "Terms</label></div>");
  page().click(R"(checkbox "Terms")");
  EXPECT_EQ(page().evaluate("c.checked"), true);
  show(
      "<label for=c style='pointer-events: none'>Dark</label><input type=checkbox id=c style='opacity: 0'>"
      "<label for=c>Theme</label>");
  page().click("checkbox");
  EXPECT_EQ(page().evaluate("c.checked"), true);
}

TEST_F(Components, AButtonTooSmallToBeSeenIsClickedOnItsLabel) {
  show(
      "<button id=b role=switch style='position: absolute; width: 1px; height: 1px; padding: 0; border: 0; overflow: "
      "hidden; "
      "clip: rect(0 0 0 0)' onclick='hits.push(1)'></button><label for=b>Sound</label>");
  page().click(R"(switch "Sound")");
  EXPECT_EQ(hits(), "1");
}

// An editor draws its text itself; what takes the keys is a box without a width.
constexpr const char* kDrawingEditor =
    "<div id=editor style='position: relative; width: 300px; height: 90px; border: 1px solid'><div id=drawn></div>"
    "<textarea id=box aria-label=Code style='position: absolute; width: 0; height: 1em; padding: 0; border: "
    "0'></textarea></div>";
constexpr const char* kDrawing =
    "let text = 'old', all = false; const draw = () => drawn.textContent = text; draw();"
    "box.addEventListener('keydown', event => { if (event.ctrlKey && event.key === 'a') { all = true; "
    "event.preventDefault(); } "
    " if (event.key === 'Delete' && all) { text = ''; all = false; draw(); } });"
    "box.addEventListener('input', () => { text = (all ? '' : text) + box.value; all = false; box.value = ''; draw(); "
    "});";

TEST_F(Components, AnUnseenTextBoxTakesTheFocusForAClick) {
  show(kDrawingEditor, kDrawing);
  page().click(R"(textbox "Code")", {.trial = true});
  EXPECT_EQ(page().evaluate("document.activeElement.id"), "");
  page().click(R"(textbox "Code")");
  EXPECT_EQ(page().evaluate("document.activeElement.id"), "box");
  page().keyboard().press("x");
  EXPECT_EQ(page().evaluate("drawn.textContent"), "oldx");
}

// As tag boxes have them: the box is as wide as what was typed, or hidden behind what the component draws.
TEST_F(Components, ATextBoxOfAPixelIsPressedAsAny) {
  show(
      R"(<div style="width:200px;padding:5px;border:1px solid"><input id=f aria-label=Tags onclick="this.title += 'clicked'"
          style="width:1px;padding:0;border:0"></div>)");
  page().click("textbox \"Tags\"");
  EXPECT_EQ(page().attribute("css=#f", "title"), "clicked");
  page().type("textbox \"Tags\"", "a");
  EXPECT_EQ(page().value("css=#f"), "a");
}

TEST_F(Components, AReadOnlyTextBoxThatNobodySeesIsPressedByItsComponent) {
  for (const char* const hidden : {"width:1px;opacity:0;position:relative;left:-100px",
                                   "width:1px;height:1px;border:0;padding:0", "width:0;border:0;padding:0"}) {
    show(std::string(
             R"(<div id=control style="width:200px;padding:5px;border:1px solid" onmousedown="this.title = 'open'">
                        <div>Choose a tea</div><div><input role=combobox aria-label=Tea aria-readonly=true style=")") +
         hidden + R"("></div><span>v</span></div>)");
    page().click("combobox \"Tea\"");
    EXPECT_EQ(page().attribute("css=#control", "title"), "open") << hidden;
  }
}

TEST_F(Components, AnUnseenTextBoxIsFilledTypedIntoAndCleared) {
  show(kDrawingEditor, kDrawing);
  page().type(R"(textbox "Code")", " more");
  EXPECT_EQ(page().evaluate("drawn.textContent"), "old more");
  page().fill(R"(textbox "Code")", "new");
  EXPECT_EQ(page().evaluate("drawn.textContent"), "new");
  page().clear(R"(textbox "Code")");
  EXPECT_EQ(page().evaluate("drawn.textContent"), "");
}

TEST_F(Components, AnUnseenTextBoxIsFoundOnlyIfNoOtherIsSeen) {
  show("<input aria-label=Name style='width: 0; padding: 0; border: 0'><input aria-label=Name id=seen>");
  page().fill(R"(textbox "Name")", "Ada");
  EXPECT_EQ(page().evaluate("seen.value"), "Ada");
  expect(page()).count(R"(textbox "Name")", 1);
  show("<input aria-label=Name style='width: 0; padding: 0; border: 0'>");
  expect(page()).hides(R"(textbox "Name")");
}

// A small editor on an EditContext, as code editors have them: the text is theirs alone.
constexpr const char* kEditContextEditor =
    "<div id=pad style='width: 300px; height: 60px; border: 1px solid' aria-label=Pad role=textbox></div>"
    "<div id=plain class=note style='width: 300px; height: 60px; border: 1px solid'>Note</div>";
constexpr const char* kEditing =
    "for (const pad of [window.pad, window.plain]) {"
    "  const context = pad.editContext = new EditContext({ text: 'old' });"
    "  context.updateSelection(3, 3);"
    "  context.addEventListener('textupdate', () => pad.dataset.text = context.text);"
    "  pad.addEventListener('keydown', event => {"
    "    if (event.ctrlKey && event.key === 'a') { context.updateSelection(0, context.text.length); "
    "event.preventDefault(); }"
    "    if (event.key === 'Delete') { context.updateText(context.selectionStart, context.selectionEnd, '');"
    "      context.updateSelection(0, 0); pad.dataset.text = context.text; } });"
    "}";

TEST_F(Components, AnEditContextIsFilledTypedIntoAndCleared) {
  specs::require_of_browser(page(), "'EditContext' in window", "EditContext, in its pages");
  show(kEditContextEditor, kEditing);
  page().type(R"(textbox "Pad")", "er");
  EXPECT_EQ(page().evaluate("pad.dataset.text"), "older");
  page().fill(R"(textbox "Pad")", "new");
  EXPECT_EQ(page().evaluate("pad.dataset.text"), "new");
  expect(page()).state(R"(textbox "Pad")", ElementState::Editable);
  expect(page()).value(R"(textbox "Pad")", "new");
  page().clear(R"(textbox "Pad")");
  EXPECT_EQ(page().evaluate("pad.dataset.text"), "");
}

TEST_F(Components, ASnapshotNamesEditorsOfRichText) {
  specs::require_of_browser(page(), "'EditContext' in window", "EditContext, in its pages");
  show(std::string(kEditContextEditor) +
           "<div contenteditable>Rich</div><p contenteditable=plaintext-only aria-label=Plain>x</p>"
           "<div contenteditable role=textbox aria-label=Box>y</div><div contenteditable=false>fixed</div>",
       kEditing);
  EXPECT_THAT(
      page().snapshot().text(),
      AllOf(HasSubstr("- generic [editable] [ref=e2]: Note"), HasSubstr("- generic [editable] [ref=e3]: Rich"),
            HasSubstr("- paragraph \"Plain\" [editable] [ref=e4]: x"), HasSubstr("- textbox \"Box\" [ref=e5]: "),
            HasSubstr("- textbox \"Pad\" [ref=e1]"), Not(HasSubstr("fixed [editable]"))));
}

TEST_F(Components, ADocumentInDesignModeIsAnEditingHost) {
  page().open("http://actions.test/blank.html");
  page().evaluate("document.body.innerHTML = '<p>First</p><p>Second</p>', document.designMode = 'on', 0");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("- generic [editable] [ref=e1]:"));
  page().fill("css=body", "All new");
  EXPECT_EQ(page().evaluate("document.body.textContent"), "All new");
}

TEST_F(Components, APartOfRichTextIsTypedInto) {
  show("<div contenteditable id=host><p>First</p><p id=second>Second</p></div>");
  page().type("css=#second", " line");
  EXPECT_EQ(page().evaluate("host.innerText"), "First\n\nSecond line");
  page().fill("css=#second", "Last");
  EXPECT_EQ(page().evaluate("host.innerText"), "First\n\nLast");
}

// It draws itself anew with the next frame: what it knows then it writes into its text box, and what is typed it knows
// then.
constexpr const char* kDrawnLater =
    "const host = document.querySelector('x-b'), input = host.shadowRoot.querySelector('input'); let known = "
    "input.value;"
    "const draw = learn => requestAnimationFrame(() => { if (learn) known = input.value; else input.value = known; });"
    "input.onfocus = () => draw(false); input.oninput = () => draw(true);"
    "input.onkeydown = event => { if (event.key === 'Enter') hits.push(known); };";

TEST_F(Components, AComponentThatDrawsLaterCanBeFilled) {
  for (int i = 0; i < 10; ++i) {
    show("<x-b><template shadowrootmode=open><input aria-label=Days value=1></template></x-b><button>Send</button>",
         kDrawnLater);
    page().fill(R"(textbox "Days")", "3");
    page().keyboard().press("Enter");
    page().click(R"(button "Send")");
    page().type(R"(textbox "Days")", "0");
    page().press(R"(textbox "Days")", "Enter");
    page().clear(R"(textbox "Days")");
    page().keyboard().press("Enter");
    ASSERT_EQ(hits(), "3,30,");
  }
}

}  // namespace
