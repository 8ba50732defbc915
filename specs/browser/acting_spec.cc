// What people do with pages of others: files through a button, states that components keep in their internals, controls
// that lie about their box, keys in editors, drags that take their time.
#include <casement/testing.h>

#include <filesystem>
#include <fstream>

#include "specs/support/browser_needs.h"
#include "specs/support/patience.h"
#include "specs/support/shown_markup.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;

Milliseconds briefly() {
  return specs::soon(Milliseconds(1000));
}

class Acting : public SiteTest<"actions"> {
 protected:
  void show(const std::string& markup, const std::string& script = "") {
    page().open("http://actions.test/blank.html");
    page().evaluate("window.hits = []; " + specs::show_in_body(markup) + "; " + script + "; 0");
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

class Chooser : public Acting {
 protected:
  std::string file(const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / name;
    std::ofstream(path) << "hello";
    return path.string();
  }
};

constexpr const char* kTellFiles =
    "input.onchange = () => hits.push([...input.files].map(file => file.name).join('+'))";

TEST_F(Chooser, AChooserOpenedByAButtonTakesFiles) {
  show("<input type=file multiple hidden><button>Add files</button>",
       std::string("const input = document.querySelector('input'); document.querySelector('button').onclick = () => "
                   "input.click(); ") +
           kTellFiles);
  page().upload(R"(button "Add files")", {file("chosen_a.txt"), file("chosen_b.txt")});
  EXPECT_EQ(hits(), "chosen_a.txt+chosen_b.txt");
}

TEST_F(Chooser, AChooserOfADetachedInputTakesTheFile) {
  show("<button>Add a file</button>", std::string("document.querySelector('button').onclick = () => setTimeout(() => { "
                                                  "const input = document.createElement('input'); "
                                                  "input.type = 'file'; ") +
                                          kTellFiles + "; input.click(); }, 50)");
  page().upload(R"(button "Add a file")", {file("chosen_a.txt")});
  EXPECT_EQ(hits(), "chosen_a.txt");
}

TEST_F(Chooser, AChooserInACrossSiteFrameTakesTheFile) {
  show("<iframe title=Files></iframe>",
       "onmessage = event => hits.push(event.data); document.querySelector('iframe').src = "
       "'http://guest.test/blank.html'");
  const std::string frame = R"(iframe "Files")";
  expect(page()).shows(frame);
  page().frames().evaluate(
      "Files",
      "document.body.innerHTML = '<input type=file hidden><button>Add a file</button>';"
      "const input = document.querySelector('input'); document.querySelector('button').onclick = () => input.click();"
      "input.onchange = () => parent.postMessage(input.files[0].name, '*'); 0");
  page().upload(R"(button "Add a file" in )" + frame, {file("chosen_a.txt")});
  EXPECT_EQ(
      page().evaluate(
          "new Promise(resolve => { const ask = () => hits.length ? resolve(hits.join()) : setTimeout(ask); ask(); })"),
      "chosen_a.txt");
}

TEST_F(Chooser, AChooserForOneFileRefusesTwo) {
  show("<input type=file hidden><button>Add a file</button>",
       "document.querySelector('button').onclick = () => document.querySelector('input').click()");
  EXPECT_THAT(error_of([&] { page().upload(R"(button "Add a file")", {file("chosen_a.txt"), file("chosen_b.txt")}); }),
              HasSubstr("accepts only one file"));
}

TEST_F(Chooser, UploadReportsAnElementThatOpensNoChooser) {
  show("<button>Save</button><input aria-label=Name>");
  EXPECT_THAT(error_of([&] { page().upload(R"(button "Save")", {file("chosen_a.txt")}, {briefly()}); }),
              HasSubstr("is not a file input, and opened no file chooser when it was clicked"));
  EXPECT_THAT(error_of([&] { page().upload(R"(textbox "Name")", {file("chosen_a.txt")}, {briefly()}); }),
              HasSubstr("is not a file input"));
}

// An element that tells of itself through its internals alone: nothing in the document changes.
constexpr const char* kInternals =
    "customElements.define('x-radio', class extends HTMLElement { constructor() { super(); this.internals = "
    "this.attachInternals(); "
    "this.internals.role = 'radio'; this.internals.ariaLabel = 'Cash'; this.internals.ariaChecked = 'false'; "
    "this.onclick = () => setTimeout(() => { this.internals.ariaChecked = 'true'; }, 200); } })";

TEST_F(Acting, ExpectReadsTheCurrentStatesOfInternals) {
  specs::require_roles_of_internals(page());
  show("<x-radio tabindex=0>&nbsp;</x-radio>", kInternals);
  page().click(R"(radio "Cash")");
  expect(page()).state(R"(radio "Cash")", ElementState::Checked);
}

TEST_F(Acting, ExpectReadsTheCurrentInternalsOfARef) {
  specs::require_roles_of_internals(page());
  show("<x-radio tabindex=0>&nbsp;</x-radio>", kInternals);
  const std::string ref = page().snapshot().ref(R"(radio "Cash")");
  page().click(ref);
  expect(page()).state(ref, ElementState::Checked);
}

TEST_F(Acting, FindsAnElementByItsCurrentInternals) {
  specs::require_roles_of_internals(page());
  show("<x-radio tabindex=0>&nbsp;</x-radio>", kInternals);
  expect(page()).shows(R"(radio "Cash")");
  page().evaluate("document.querySelector('x-radio').internals.ariaLabel = 'Card'; 0");
  page().click(R"(radio "Card")");
  expect(page()).state(R"(radio "Card")", ElementState::Checked);
}

TEST_F(Acting, CheckWaitsForThePageToFollowTheClick) {
  show("<div role=switch tabindex=0 aria-checked=false>Urgent</div>",
       "const element = document.querySelector('div'); element.onclick = () => setTimeout(() => "
       "element.setAttribute('aria-checked', 'true'), 200)");
  page().check(R"(switch "Urgent")");
  EXPECT_EQ(page().evaluate("document.querySelector('div').getAttribute('aria-checked')"), "true");
}

TEST_F(Acting, CheckReportsAControlThatStaysUnchecked) {
  show("<div role=switch tabindex=0 aria-checked=false onclick='hits.push(1)'>Urgent</div>");
  EXPECT_THAT(error_of([&] { page().check(R"(switch "Urgent")", {briefly()}); }),
              HasSubstr("did not change when it was clicked"));
  EXPECT_EQ(hits(), "1");
}

TEST_F(Acting, ClicksTheContainerOfATextWithoutPointerEvents) {
  show("<div onclick='hits.push(1)'><span style='pointer-events: none'>Some words</span></div>");
  page().click("text \"Some words\"");
  EXPECT_EQ(hits(), "1");
}

TEST_F(Acting, ClicksTheContainerOfATextBoxWithoutPointerEvents) {
  show(
      "<div onmousedown='hits.push(1)' style='padding: 4px'><input role=combobox aria-label=Bed aria-expanded=false "
      "readonly "
      "style='pointer-events: none'></div>");
  page().click(R"(combobox "Bed")");
  EXPECT_EQ(hits(), "1");
}

TEST_F(Acting, ClicksATextBoxThroughItsOwnComponent) {
  show(
      "<div onmousedown='hits.push(1)' style='padding: 4px; position: relative'><span style='position: absolute; "
      "inset: 0'>North</span>"
      "<input role=combobox aria-label=Bed aria-expanded=false readonly style='pointer-events: none'></div>");
  page().click(R"(combobox "Bed")");
  EXPECT_EQ(hits(), "1");
}

TEST_F(Acting, AButtonThatLetsThePointerThroughIsNotClicked) {
  show("<div onclick='hits.push(1)'><button style='pointer-events: none'>Send</button></div>");
  EXPECT_THAT(error_of([&] { page().click(R"(button "Send")", {.timeout = briefly()}); }),
              HasSubstr("covered by <div"));
  EXPECT_EQ(hits(), "");
}

TEST_F(Acting, ClicksASwitchWithoutABoxOnItsFace) {
  show(
      "<div class=switch onclick='const box = document.querySelector(\"input\"); box.checked = !box.checked' "
      "style='display: inline-block'><input type=checkbox role=switch aria-label=Urgent "
      "style='position: absolute; width: 0; height: 0; opacity: 0; margin: 0'>"
      "<span style='display: inline-block; width: 40px; height: 20px; background: teal'></span></div>");
  expect(page()).shows(R"(switch "Urgent")");
  page().check(R"(switch "Urgent")");
  expect(page()).state(R"(switch "Urgent")", ElementState::Checked);
  page().uncheck(R"(switch "Urgent")");
  EXPECT_EQ(page().evaluate("document.querySelector('input').checked"), false);
}

TEST_F(Acting, ASwitchWithoutABoxIsClickedOnItsLabel) {
  show(
      "<label style='display: inline-block'><input type=checkbox style='width: 0; height: 0; opacity: 0'>"
      "<span style='display: inline-block; width: 40px; height: 20px; background: teal'></span>Urgent</label>");
  page().check(R"(checkbox "Urgent")");
  EXPECT_EQ(page().evaluate("document.querySelector('input').checked"), true);
}

TEST_F(Acting, ACheckboxWithoutABoxOrAFaceIsNotShown) {
  show(
      "<div><input type=checkbox aria-label=Urgent style='position: absolute; width: 0; height: 0; margin: 0'></div>"
      "<div><button>Send</button></div>");
  EXPECT_THAT(error_of([&] { page().check(R"(checkbox "Urgent")", {briefly()}); }), HasSubstr("nothing matches it"));
}

// As editors do: what is selected, it knows from selectionchange only.
constexpr const char* kEditor =
    "const host = document.querySelector('[contenteditable]'); let known = ''; "
    "document.onselectionchange = () => { known = String(getSelection()); }; "
    "host.onkeydown = event => { if (event.ctrlKey && event.key === 'b') { hits.push(known); event.preventDefault(); } "
    "}";

TEST_F(Acting, KeysInRichTextWaitForWhatTheEditorMakesOfTheSelection) {
  for (int i = 0; i < 20; ++i) {
    show("<div contenteditable role=textbox aria-label=Diary>one two</div>", kEditor);
    page().press(R"(textbox "Diary")", "End");
    page().keyboard().press("Shift+ArrowLeft", {.times = 3});
    page().keyboard().press("Control+b");
    page().press(R"(textbox "Diary")", "Home");
    page().press(R"(textbox "Diary")", "Shift+ArrowRight", {.times = 3});
    page().press(R"(textbox "Diary")", "Control+b");
    ASSERT_EQ(hits(), "two,one");
  }
}

TEST_F(Acting, ADragLetsGoOfAPointerThatRests) {
  show("<div style='width: 300px; height: 100px; background: teal' role=img aria-label=Map></div>",
       "let last; const map = document.querySelector('div'); map.onmousemove = event => { if (event.buttons) last = "
       "event.timeStamp; };"
       "map.onmouseup = event => hits.push(event.timeStamp - last >= 100)");
  page().drag(R"(img "Map")", R"(img "Map")", {.from = Point{10, 10}, .to = Point{200, 50}});
  EXPECT_EQ(hits(), "true");
}

TEST_F(Acting, ADragEndsInAPlaceThatIsShownOnlyWhileSomethingIsDragged) {
  show("<div draggable=true>Read</div><div role=group aria-label=Bin hidden style='height: 80px'>Bin</div>",
       "const bin = document.querySelector('[role=group]'); "
       "ondragstart = () => setTimeout(() => { bin.hidden = false; }, 200); ondragend = () => { bin.hidden = true; };"
       "bin.ondragover = event => event.preventDefault(); bin.ondrop = () => hits.push('drop'); onpointerup = () => "
       "hits.push('up'); onclick = () => hits.push('click')");
  page().drag("text \"Read\"", "group \"Bin\"");
  EXPECT_EQ(hits(), "drop");  // the pointer's release is part of the drag (HTML §6.11.5)
  page().click("text \"Read\"");
  EXPECT_EQ(hits(), "drop,up,click");
}

TEST_F(Acting, APointerDragEndsInAPlaceThatIsShownOnlyMeanwhile) {
  show("<div id=card style='width: 90px; height: 40px; background: teal'>Card</div><p id=bin hidden>Bin</p>",
       "const bin = document.querySelector('#bin'), card = document.querySelector('#card'); let held = false;"
       "card.onpointerdown = () => { held = true; }; onpointermove = () => { if (held) bin.hidden = false; };"
       "onpointerup = event => { held = false; hits.push(document.elementFromPoint(event.x, event.y).id); }");
  page().drag("text \"Card\"", "text \"Bin\"");
  EXPECT_EQ(hits(), "bin");
}

TEST_F(Acting, ADragToNowhereLetsGoWhereItBegan) {
  for (const bool own : {false, true}) {
    show(std::string("<div id=card style='width: 90px; height: 40px'") + (own ? " draggable=true" : "") + ">Card</div>",
         "onpointerdown = () => hits.push('down'); onpointerup = event => hits.push('up in ' + event.target.id);"
         "ondragstart = () => hits.push('start'); ondragend = () => hits.push('end'); ondrop = () => "
         "hits.push('drop');");
    const std::string told = error_of([&] { page().drag("text \"Card\"", "text \"Bin\"", {.timeout = briefly()}); });
    EXPECT_THAT(
        told,
        HasSubstr(
            "cannot drag text \"Card\": it cannot be taken to text \"Bin\": nothing matches that (it was held for "));
    EXPECT_EQ(hits(), own ? "down,start,end" : "down,up in card");
  }
}

TEST_F(Acting, ADragOfThePagesOwnRestsBeforeItDrops) {
  show("<div draggable=true>Read</div><div id=list>Today</div>",
       "let over = [], busy = false; const list = document.querySelector('#list'); "
       "list.ondragover = event => { event.preventDefault(); if (busy) return; over.push(1); busy = true; "
       "setTimeout(() => { busy = false; }, 30); };"
       "list.ondrop = () => hits.push(over.length > 2)");
  page().drag("text \"Read\"", "text \"Today\"");
  EXPECT_EQ(hits(), "true");
}

// The bin is so near to the lower edge of the viewport that Chrome scrolls the page while a drag rests on the bin.
TEST_F(Acting, ADragFollowsAPlaceThatIsScrolledAway) {
  show(
      "<div draggable=true>Read</div><div id=bin style='position: absolute; height: 12px'>Bin</div>"
      "<div style='height: 5000px'></div>",
      "const bin = document.querySelector('#bin'); bin.style.top = innerHeight - 14 + 'px';"
      "bin.ondragover = event => event.preventDefault(); bin.ondrop = () => hits.push('drop ' + (scrollY > 0))");
  page().drag("text \"Read\"", "text \"Bin\"");
  EXPECT_EQ(hits(), "drop true");
}

TEST_F(Acting, ADragFailsIfItsPlaceTakesNoDrop) {
  show("<div draggable=true>Read</div><div id=bin>Bin</div>",
       "ondragstart = () => hits.push('start'); ondragend = () => hits.push('end'); ondrop = () => hits.push('drop')");
  EXPECT_THAT(error_of([&] { page().drag("text \"Read\"", "text \"Bin\"", {.timeout = briefly()}); }),
              HasSubstr("cannot be taken to text \"Bin\": <div id=\"bin\"> does not accept the drop, because no "
                        "listener cancels its dragover event"));
  EXPECT_EQ(hits(), "start,end");
}

TEST_F(Acting, ADragFailsIfSomethingElseGetsIt) {
  show(
      "<div draggable=true>Read</div><div id=bin>Bin</div><div id=veil hidden style='position: fixed; inset: 0'></div>",
      "ondragstart = () => setTimeout(() => { document.querySelector('#veil').hidden = false; });"
      "ondragover = event => event.preventDefault(); ondrop = () => hits.push('drop')");
  EXPECT_THAT(error_of([&] { page().drag("text \"Read\"", "text \"Bin\"", {.timeout = briefly()}); }),
              HasSubstr("cannot be taken to text \"Bin\": "));
  EXPECT_EQ(hits(), "");
}

TEST_F(Acting, ADragFailsIfItsPlaceIsRemovedMeanwhile) {
  show("<div draggable=true>Read</div><div id=bin>Bin</div>",
       "ondragstart = () => setTimeout(() => document.querySelector('#bin').remove());"
       "ondragover = event => event.preventDefault(); ondrop = () => hits.push('drop')");
  EXPECT_THAT(error_of([&] { page().drag("text \"Read\"", "text \"Bin\"", {.timeout = briefly()}); }),
              HasSubstr("cannot be taken to text \"Bin\": "));
  EXPECT_EQ(hits(), "");
}

TEST_F(Acting, ADragWaitsUntilItsPlaceTakesTheDrop) {
  show("<div draggable=true>Read</div><div id=bin>Bin</div>",
       "let isReady = false; ondragstart = () => setTimeout(() => { isReady = true; }, 600);"
       "document.querySelector('#bin').ondragover = event => { if (isReady) event.preventDefault(); };"
       "ondrop = () => hits.push('drop')");
  page().drag("text \"Read\"", "text \"Bin\"");
  EXPECT_EQ(hits(), "drop");
}

TEST_F(Acting, ADragOfTextDropsIntoATextBox) {
  show("<div draggable=true>Read</div><textarea aria-label=Notes></textarea>",
       "ondragstart = event => event.dataTransfer.setData('text/plain', 'a book')");
  page().drag("text \"Read\"", R"(textbox "Notes")");
  EXPECT_EQ(page().value(R"(textbox "Notes")"), "a book");
}

TEST_F(Acting, ADragSortsAListThatMovesWhatIsDragged) {
  show("<ul><li draggable=true>One<li draggable=true>Two<li draggable=true>Three</ul>",
       "let dragged; ondragstart = event => { dragged = event.target; };"
       "ondragover = event => { event.preventDefault(); const over = event.target.closest('li');"
       "if (over && over !== dragged) over[dragged.compareDocumentPosition(over) & 4 ? 'after' : 'before'](dragged); };"
       "ondrop = () => hits.push([...document.querySelectorAll('li')].map(one => one.textContent).join(' '))");
  page().drag("listitem that has text \"One\"", "listitem that has text \"Three\"");
  EXPECT_EQ(hits(), "Two Three One");
}

TEST_F(Acting, ADragPassesIfItsDropLeavesThePage) {
  show("<div draggable=true>Read</div><div id=bin>Bin</div>",
       "ondragover = event => event.preventDefault(); ondrop = () => { location = 'about:blank?left'; }");
  page().drag("text \"Read\"", "text \"Bin\"");
  EXPECT_EQ(page().url(), "about:blank?left");
}

TEST_F(Acting, ADragPassesIfThePageKeepsItsEventsToItself) {
  show("<div draggable=true>Read</div><div id=bin>Bin</div>",
       "for (const type of ['dragover', 'drop']) addEventListener(type, event => { event.stopImmediatePropagation();"
       "event.preventDefault(); if (type === 'drop') hits.push(type); }, true)");
  page().drag("text \"Read\"", "text \"Bin\"");
  EXPECT_EQ(hits(), "drop");
}

TEST_F(Acting, WebGlDraws) {
  show("<canvas></canvas>");
  specs::require_of_browser(page(), "document.querySelector('canvas').getContext('webgl2') !== null",
                            "WebGL 2, where it was started without a GPU");
  EXPECT_EQ(
      page().evaluate("const gl = document.querySelector('canvas').getContext('webgl2'); gl.clearColor(1, 0, 0, 1); "
                      "gl.clear(gl.COLOR_BUFFER_BIT); const pixel = new Uint8Array(4); "
                      "gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); pixel.join()"),
      "255,0,0,255");
}

}  // namespace
