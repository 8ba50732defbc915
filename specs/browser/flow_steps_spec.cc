// Each step of the table does in Chrome what it says: a flow a row, whose own expectations read what
// the page made of it; and rows whose last step fails, with what the failure tells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "casement/base/image.h"
#include "casement/flow/browser_flow.h"
#include "casement/flow/flow_loader.h"
#include "casement/flow/flow_runner.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using results::Outcome;
using testing::HasSubstr;

struct FlowRow {
  const char* name;
  const char* steps;      // after the site's page has been opened
  const char* failure;    // part of how it fails; "" where it passes
  const char* site = "actions";
  const char* page = "http://actions.test/workbench.html";
};

Image square(unsigned char red, unsigned char green, unsigned char blue) {
  Image image;
  image.width = image.height = 40;
  for (int i = 0; i < 40 * 40; ++i) image.rgba.insert(image.rgba.end(), {red, green, blue, 255});
  return image;
}

void PrintTo(const FlowRow& row, std::ostream* out) { *out << row.name; }

class FlowInChrome : public testing::Test {
 protected:
  // A folder of the flow's own, for files that it reads and writes.
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-steps-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "note.txt") << "a note";
    std::ofstream(folder_ / "other.txt") << "another";
    std::ofstream(folder_ / "page.snapshot") << "- listbox \"Fruit\":\n  - option \"Pear\"\n";
    std::ofstream(folder_ / "green.png", std::ios::binary) << encode_png(square(0, 128, 0));
    std::ofstream(folder_ / "red.png", std::ios::binary) << encode_png(square(255, 0, 0));
    ::setenv("CASEMENT_SITES", CASEMENT_SOURCE_DIR "/pages", 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  const results::Case& run(const FlowRow& row) {
    std::string text = "flow: Steps\nsite: " + std::string(row.site) + "\nvars: { folder: '" +
                       folder_.string() + "', press: button \"Press\" }\nsteps:\n  - open: " + row.page +
                       "\n" + row.steps;
    const Flow flow = parse_flow((folder_ / "steps.flow.yaml").string(), text);
    BrowserFlowEnvironment environment({});
    recorder_.start_run({});
    recorder_.start_suite(flow.name, flow.file);
    run_flow_case(flow, flow.cases.front(), environment, recorder_);
    return recorder_.run().suites[0].cases[0];
  }

  fs::path folder_;
  results::Recorder recorder_{{}};
};

class FlowSteps : public FlowInChrome, public testing::WithParamInterface<FlowRow> {};

std::string name_of(const testing::TestParamInfo<FlowRow>& row) { return row.param.name; }

TEST_P(FlowSteps, Run) {
  const FlowRow& row = GetParam();
  const results::Case& done = run(row);
  std::string told;
  for (const results::Failure& failure : done.failures) {
    told += failure.type + ": " + failure.message + "\n" + failure.details + "\n";
  }
  EXPECT_EQ(done.outcome, *row.failure == '\0' ? Outcome::Passed : Outcome::Failed) << told;
  EXPECT_THAT(told, HasSubstr(row.failure));
}

const FlowRow kPointer[] = {
    {"Click", R"(
  - click: button "Press"
  - click: { target: button "Press", button: right, position: { x: 3, y: 4 }, modifiers: [Shift] }
  - click: { target: button "Press", count: 2, position: { x: 5, y: 6 } }
  - click: { target: button "Press", trial: true, position: { x: 7, y: 7 } }
  - expect: { target: css=#log, text: '/click 0 1 .* true contextmenu 2 0 shift 3,4 true .*click 0 2 5,6 true dblclick 0 2 5,6 true$/' }
)", ""},
    {"DoubleClick", R"(
  - double_click: button "Press"
  - expect: { target: css=#log, text: /dblclick 0 2 / }
)", ""},
    {"Tap", R"(
  - tap: { target: button "Press", position: { x: 3, y: 4 } }
  - expect: { target: css=#log, text: '/touchstart 1 .*click 0 1 3,4 true/' }
)", ""},
    {"Hover", R"(
  - hover: { target: button "Menu", position: { x: 3, y: 4 } }
  - expect: { target: css=#log, text: over the menu }
)", ""},
    {"Drag", R"(
  - drag: { source: button "Card", target: group "Basket" }
  - expect: { target: css=#log, text: dragstart drop a card true dragend }
  - drag: { source: slider "Knob", target: group "Basket", steps: 8 }
  - expect: { target: css=#log, text: /knob at \d+/ }
)", ""},
    {"ClickAt", R"(
  - click_at: { x: 12, y: 14 }
  - expect: { target: css=#log, text: '/click 0 1 4,6 true/' }
)", ""},
    {"OfAHiddenTarget", R"(
  - evaluate: "document.getElementById('press').hidden = true"
  - click: { target: button "Press", trial: true }
    timeout: 500ms
)", "button \"Press\""},
    {"ClickOfNothing", R"(
  - click: { target: button "Prss", count: 2 }
    timeout: 500ms
)", "cannot double-click button \"Prss\": nothing matches it within 500 ms\nnearest: button \"Press\""},
};

INSTANTIATE_TEST_SUITE_P(Pointer, FlowSteps, testing::ValuesIn(kPointer),
                         name_of);

const FlowRow kControls[] = {
    {"Text", R"(
  - fill: { textbox "Name": Ada }
  - type: { target: textbox "Name", text: Bob, clear_first: true, press_enter: true, per_character: 1ms, blur: true }
  - expect: { target: textbox "Name", value: Bob }
  - expect: { target: css=#log, text: /key B key o key b key Enter blur$/ }
  - press: { keys: ArrowLeft, on: textbox "Name", times: 2 }
  - type: { textbox "Name": x }
  - expect: { target: textbox "Name", value: Bxob }
  - clear: textbox "Name"
  - expect: { target: textbox "Name", value: "" }
  - press: { keys: a, times: 3 }
  - expect: { target: textbox "Name", value: aaa }
)", ""},
    {"Clipboard", R"(
  - set_clipboard: from the flow
  - focus: textbox "Name"
  - press: Control+V
  - expect: { target: textbox "Name", value: from the flow }
)", ""},
    {"Choices", R"(
  - select: { combobox "Fruit": Fig }
  - expect: { target: combobox "Fruit", value: Fig }
  - select: { combobox "Fruit": p }
  - expect: { target: combobox "Fruit", value: Pear }
  - select_at: { combobox "Fruit": 1 }
  - expect: { target: combobox "Fruit", value: Apple }
  - check: checkbox "I agree"
  - expect: { target: checkbox "I agree", state: checked }
  - uncheck: checkbox "I agree"
  - expect: { target: checkbox "I agree", state: unchecked }
)", ""},
    {"Focus", R"(
  - focus: textbox "Name"
  - expect: { target: textbox "Name", state: focused }
  - blur: textbox "Name"
  - expect: { target: css=#log, text: blur }
)", ""},
    {"Dispatch", R"(
  - dispatch: { target: button "Press", type: shout, properties: { detail: { loud: 3 } } }
  - expect: { target: css=#log, text: 'shout {"loud":3} false' }
)", ""},
    {"SelectOfNothing", R"(
  - select_at: { combobox "Fruit": 9 }
    timeout: 500ms
)", "select_at"},
};

INSTANTIATE_TEST_SUITE_P(Controls, FlowSteps, testing::ValuesIn(kControls),
                         name_of);

constexpr const char* kSteps = "http://actions.test/steps.html";

const FlowRow kExpectations[] = {
    {"OfElements", R"(
  - expect: heading "Order"
  - expect: { target: textbox "Name", state: required, value: Ada, name: Name, description: As on the card, role: textbox }
  - expect: { target: textbox "Name", state: editable, attribute: { required: , id: name } }
  - expect: { target: listbox "Fruit", values: [Apple, /^f$/] }
  - expect: { target: listitem, count: 2 }
  - expect: { target: link "Help", attribute: href, class: link quiet, text: Help }
  - expect: { target: img "Swatch", css: { background-color: 'rgb(0, 128, 0)' } }
)", "", "actions", kSteps},
    {"OfElementsNegated", R"(
  - expect:
      target: textbox "Name"
      not: { state: disabled, value: Bob, name: /^x/, description: x, role: button, attribute: title, class: x }
  - expect: { target: textbox "Name", not: { attribute: { id: x }, css: { color: red }, count: 2 } }
  - expect: { target: listbox "Fruit", not: { values: [Apple] } }
  - expect: { not: button "Nowhere" }
  - expect: { not: { gone: heading "Order" } }
)", "", "actions", kSteps},
    {"OfThePage", R"(
  - click: button "Fetch"
  - expect:
      url: "*/steps.html"
      title: /^Ste/
      gone: dialog
      request: "*/stock.json"
      response: "*/slow.json"
      snapshot: |
        - heading "Order"
        - list "Basket":
          - listitem: Tea
      no_errors: true
  - expect: { snapshot_file: page.snapshot, no_errors: [console, page] }
  - expect: { not: { url: "*/cart", title: Cart, request: "*/pay", response: "*/pay", console: x, page_error: x, snapshot: "- dialog" } }
)", "", "actions", kSteps},
    {"TheClipboard", R"(
  - set_clipboard: copied
  - expect: { clipboard: /^cop/, not: { clipboard: other } }
)", "", "actions", kSteps},
    {"ErrorsThatAreTold", R"(
  - click: button "Fail"
  - expect: { console: It broke, page_error: /Nobody caught this/, response: "*/nowhere.json" }
  - expect: { no_errors: { ignore: ["*It broke*", "*nowhere.json*", "*404*", "*caught*"] } }
  - expect: { no_errors: console }
)", "expect.no_errors: expected no errors, but there are 3; the first is console: It broke (http://actions.test/steps.html:", "actions", kSteps},
    {"RequestsThatFailed", R"(
  - click: button "Fail"
  - expect: { response: "*/nowhere.json" }
  - expect: { no_errors: requests }
)", "request: GET http://actions.test/nowhere.json: 404", "actions", kSteps},
    {"AValueThatIsNot", R"(
  - expect: { target: textbox "Name", value: Bob }
    timeout: 300ms
)", "expect.value: expected the value of textbox \"Name\" to be \"Bob\" within 300 ms, but its value is \"Ada\"", "actions", kSteps},
    {"ANegationThatIsNot", R"(
  - expect: { target: textbox "Name", not: { value: Ada } }
    timeout: 300ms
)", "expected the value of textbox \"Name\" not to be \"Ada\"", "actions", kSteps},
    {"AClipboardThatIsNot", R"(
  - set_clipboard: copied
  - expect: { clipboard: other }
    timeout: 300ms
)", "expected the clipboard to be \"other\" within 300 ms, but it is \"copied\"", "actions", kSteps},
    {"APictureThatIsMissing", R"(
  - expect: { target: img "Swatch", screenshot: swatch.png }
)", "there is no approved screenshot", "actions", kSteps},
    {"APicture", R"(
  - expect: { target: img "Swatch", screenshot: { file: green.png, channel: 2, share: 0.01 } }
  - expect: { target: img "Swatch", not: { screenshot: red.png } }
)", "", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Expectations, FlowSteps, testing::ValuesIn(kExpectations),
                         name_of);

const FlowRow kNavigation[] = {
    {"History", R"(
  - open: { url: "http://actions.test/blank.html", wait_until: load }
  - back
  - expect: { url: "*/workbench.html" }
  - forward: { wait_until: load }
  - expect: { url: "*/blank.html" }
  - reload:
  - expect: { url: "*/blank.html" }
)", ""},
    {"NoWayBack", R"(
  - forward
)", "there is nothing to go forward to; the page is at http://actions.test/workbench.html"},
};

INSTANTIATE_TEST_SUITE_P(Navigation, FlowSteps, testing::ValuesIn(kNavigation),
                         name_of);

const FlowRow kScrolling[] = {
    {"ToBySteps", R"(
  - expect: { target: text "Far below", not: { state: in_viewport } }
  - scroll_to: text "Far below"
  - expect: { target: text "Far below", state: in_viewport }
  - scroll_by: { y: -5000 }
  - expect: { target: css=body, attribute: { data-at: '0,0' } }
  - wheel: { y: 100 }
  - expect: { target: css=body, attribute: { data-at: '0,100' } }
  - wheel: { target: region "Tray", y: 40, x: 30 }
  - expect: { target: region "Tray", attribute: { data-at: '30,40' } }
  - scroll_by: { target: region "Tray", y: 10 }
  - expect: { target: region "Tray", attribute: { data-at: '30,50' } }
)", "", "actions", kSteps},
    {"OfNothing", R"(
  - scroll_to: text "Nowhere"
    timeout: 300ms
)", "scroll_to.not_found", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Scrolling, FlowSteps, testing::ValuesIn(kScrolling), name_of);

const FlowRow kWaits[] = {
    {"LoadStates", R"(
  - wait: commit
  - wait: dom_ready
  - wait: load
  - wait: network_idle
)", "", "actions", kSteps},
    {"WhatTheActionSetsOff", R"(
  - click: button "Fetch"
  - expect: { target: status "Said", text: /slow/ }
  - wait: { request: "*/stock.json", response: "*/slow.json" }
  - click: button "Later"
  - wait: { url: "*?later" }
  - click: button "Fail"
  - wait: { console: It broke, page_error: /caught/ }
)", "", "actions", kSteps},
    {"WhatWasBeforeTheAction", R"(
  - click: button "Fetch"
  - wait: { response: "*/slow.json" }
  - click: button "Later"
  - wait: { response: "*/slow.json" }
    timeout: 300ms
)", "expected a response from */slow.json within 300 ms, but none was sent; one came before the last action", "actions", kSteps},
    {"Frames", R"(
  - wait: { frames: 1 }
    timeout: 300ms
)", "wait.frames.assertion: expected 1 frames within 300 ms, but there are 0", "actions", kSteps},
    {"AStateThatDoesNotCome", R"(
  - route: { path: /never, never: true }
  - evaluate: fetch('/never') && null
  - wait: network_idle
    timeout: 700ms
)", "under way: GET http://actions.test/never", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Waits, FlowSteps, testing::ValuesIn(kWaits), name_of);

const FlowRow kPopups[] = {
    {"Popup", R"(
  - click: link "Help"
  - expect_popup
  - expect: { url: "*/blank.html" }
  - leave_popup
  - expect: { url: "*/steps.html" }
  - switch_to_popup: "*/blank.html"
  - expect: { url: "*/blank.html" }
  - close
  - expect: heading "Order"
)", "", "actions", kSteps},
    {"TwoPopups", R"(
  - click: button "Two windows"
  - expect_popup: "*?two"
  - expect: heading "Order"
  - click: link "Help"
  - expect_popup:
  - close
  - close
  - expect_popup
  - expect: { url: "*?one" }
)", "", "actions", kSteps},
    {"APopupThatClosesItself", R"(
  - click: button "Two windows"
  - expect_popup: "*?one"
  - evaluate: window.close()
  - leave_popup
  - expect: heading "Order"
)", "", "actions", kSteps},
    {"NoPopup", R"(
  - expect_popup:
    timeout: 300ms
)", "expect_popup.assertion: expected a popup within 300 ms, but none was opened", "actions", kSteps},
    {"NoSecondPopup", R"(
  - click: link "Help"
  - expect_popup
  - leave_popup
  - expect_popup:
    timeout: 300ms
)", "expected a popup within 300 ms, but there is http://actions.test/blank.html (an earlier step has taken one)", "actions", kSteps},
    {"AStepInAPopupThatIsGone", R"(
  - click: button "Two windows"
  - expect_popup: "*?one"
  - evaluate: setTimeout(close) && null
  - click: button "Nowhere"
)", "the popup was closed; 'leave_popup' goes on in the page that it came from", "actions", kSteps},
    {"AnExpectationInAPopupThatIsGone", R"(
  - click: button "Two windows"
  - expect_popup: "*?one"
  - evaluate: setTimeout(close) && null
  - expect: button "Nowhere"
)", "closed", "actions", kSteps},
    {"AFrozenPopup", R"(
  - click: button "Two windows"
  - expect_popup: "*?two"
  - evaluate: setTimeout(() => { for (;;); }) && null
  - click: button "Ask"
    timeout: 1s
)", "click.", "actions", kSteps},
    {"NoPopupToLeave", R"(
  - leave_popup
)", "'leave_popup' is for popups, and this is the case's own page", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Popups, FlowSteps, testing::ValuesIn(kPopups), name_of);

const FlowRow kDialogs[] = {
    {"Answers", R"(
  - click: button "Ask"
  - expect_dialog: { message: 'Really?', type: confirm, accepted: false }
  - accept_dialogs
  - click: button "Ask"
  - expect_dialog: { accepted: true }
  - click: button "Name it"
  - accept_dialogs: Ada
  - click: button "Name it"
  - expect_dialog: { type: prompt }
  - expect_dialog: Which name?
  - dismiss_dialogs
  - click: button "Name it"
  - click: button "Tell"
  - expect_dialog: Told
  - expect: { target: status "Said", text: 'false;true;Nobody;Ada;null;told;' }
)", "", "actions", kSteps},
    {"EachIsTakenOnce", R"(
  - click: button "Ask"
  - expect_dialog
  - expect_dialog:
    timeout: 300ms
)", "expect_dialog.assertion: expected a dialog within 300 ms", "actions", kSteps},
    {"AnsweredOtherwise", R"(
  - click: button "Ask"
  - expect_dialog: { accepted: true }
)", "expected the confirm \"Really?\" to be accepted, but it was dismissed", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Dialogs, FlowSteps, testing::ValuesIn(kDialogs), name_of);

const FlowRow kDownloads[] = {
    {"Saved", R"(
  - click: link "Note"
  - expect_download: { url: "*/note.txt", name: /^note/, save_to: "${folder}/deep/note.txt" }
  - upload: { label="Photo": [note.txt, other.txt] }
  - expect: { target: css=#chosen, text: note.txt other.txt }
  - click: link "Note"
  - expect_download
)", "", "actions", kSteps},
    {"Failed", R"(
  - click: link "Note"
  - expect_download: { failed: true }
)", "to fail, but it is complete", "actions", kSteps},
    {"ThatNobodyCanKeep", R"(
  - click: link "Note"
  - expect_download: { save_to: /proc/nowhere/note.txt }
)", "expect_download.environment: cannot write /proc/nowhere/note.txt", "actions", kSteps},
    {"ThatTheServerRefuses", R"(
  - route: { path: /lost.bin, status: 404 }
  - click: link "Lost"
  - expect_download: { failed: true }
  - click: link "Lost"
  - expect_download
)", "the download of http://actions.test/lost.bin failed", "actions", kSteps},
    {"None", R"(
  - click: link "Note"
  - expect_download: { name: other.txt }
    timeout: 300ms
)", "expected a download named \"other.txt\" within 300 ms", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Downloads, FlowSteps, testing::ValuesIn(kDownloads), name_of);

const FlowRow kRoutes[] = {
    {"InThePage", R"(
  - route: { url: "*/stock.json", fulfil: { status: 201, json: { left: 0 } } }
  - route: { url: "*/slow.json", abort: connectionrefused }
  - click: button "Fetch"
  - expect: { target: status "Said", text: '/stock.json 201 {"left":0};/slow.json failed;' }
  - unroute: "*/slow.json"
  - route: { url: "*/slow.json", method: POST, abort: failed }
  - route: { url: "*/stock.json", continue: { url: "http://actions.test/slow.json" }, delay: 20ms }
  - click: button "Fetch"
  - expect: { target: status "Said", text: '/stock.json 200 \{"slow":true\} ;.slow.json 200 \{"slow":true\} ;$/' }
  - unroute
)", "", "actions", kSteps},
    {"InTheSite", R"(
  - route: { path: /stock.json, json: { left: 9 } }
  - click: button "Fetch"
  - expect: { target: status "Said", text: '/stock.json 200 {"left":9};/slow.json 200 {"slow":true} ;' }
)", "", "actions", kSteps},
    {"OfPopupsToo", R"(
  - route: { url: "*/blank.html", fulfil: { text: "<h1>From the flow</h1>", content_type: text/html } }
  - click: link "Help"
  - expect_popup
  - expect: heading "From the flow"
)", "", "actions", kSteps},
    {"NoneToForget", R"(
  - unroute: "*/x"
)", "the page has no route of */x", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Routes, FlowSteps, testing::ValuesIn(kRoutes), name_of);

// A page with a frame, in which is another, and a frame that fails.
constexpr const char* kFramesPage =
    "data:text/html,<title>t</title><h1>Shop</h1><iframe title=Card srcdoc='<input aria-label=Number required>"
    "<iframe title=Code srcdoc=\"<button id=b>Next</button>\"></iframe>'></iframe>"
    "<iframe title=Bank src=http://actions.test/none></iframe>";
#define IN_FRAMES                                                                          \
  "  - route: { url: \"*/none\", abort: connectionrefused }\n  - reload\n"                   \
  "  - expect: button \"Next\" in iframe \"Code\"\n  - snapshot: start\n"

const FlowRow kAcrossFrames[] = {
    {"TheirTextMatches", IN_FRAMES R"(
  - expect:
      snapshot: |
        - heading /^sh/i [level=1]
        - iframe "Card":
          - /children: deep-equal
          - textbox "Number" [required] [disabled=false]
          - iframe "Code":
            - button "Next"
        - iframe "Bank" [failed=load_failed]:
          - /error: /refused/i
      unchanged_since: start
)", "", "actions", kFramesPage},
    {"ANearMissIsNamedWithItsFrame", IN_FRAMES R"(
  - expect: { snapshot: "- iframe \"Code\":\n  - button \"Nexd\"" }
    timeout: 300ms
)", "line 7): the name is \"Next\"\nframe e", "actions", kFramesPage},
    {"AChangeIsFound", IN_FRAMES R"(
  - fill: { 'textbox "Number"': "17" }
  - expect: { not: { unchanged_since: start } }
)", "", "actions", kFramesPage},
    {"AChangeIsToldWithItsPath", IN_FRAMES R"(
  - click: button "Next"
  - fill: { 'textbox "Number"': "17" }
  - expect: { unchanged_since: start }
    timeout: 300ms
)", "~ iframe \"Card\": - textbox \"Number\" [required] [ref=f1_e", "actions", kFramesPage},
    {"ANameThatNobodyKept", R"(
  - snapshot: start
  - expect: { unchanged_since: strat }
)", "no step has kept a snapshot named 'strat'"},
};

INSTANTIATE_TEST_SUITE_P(AcrossFrames, FlowSteps, testing::ValuesIn(kAcrossFrames), name_of);

class FlowEvidence : public FlowInChrome {};

TEST_F(FlowEvidence, IsInTheReportAndInFiles) {
  const FlowRow row{"Evidence", R"(
  - snapshot: before
  - snapshot: { name: all, boxes: true, max_nodes: 3, save_to: "${folder}/out/all.txt" }
  - screenshot
  - screenshot: { target: img "Swatch", save_to: "${folder}/out/swatch.png" }
  - screenshot: { name: long, full_page: true, boxes: true }
  - pdf: { landscape: true }
)", "", "actions", kSteps};
  const results::Case& done = run(row);
  ASSERT_EQ(done.attachments.size(), 6u);
  EXPECT_EQ(done.attachments[0].name, "before");
  EXPECT_THAT(done.attachments[0].content, HasSubstr("heading \"Order\""));
  EXPECT_THAT(done.attachments[1].content, HasSubstr("[box="));
  EXPECT_EQ(decode_png(done.attachments[2].content).height, 720);
  EXPECT_EQ(decode_png(done.attachments[3].content).width, 40);
  EXPECT_GT(decode_png(done.attachments[4].content).height, 1500);
  EXPECT_EQ(done.attachments[5].name, "pdf");
  EXPECT_THAT(done.attachments[5].content, testing::StartsWith("%PDF"));
  EXPECT_EQ(fs::file_size(folder_ / "out/swatch.png"), done.attachments[3].content.size());
  EXPECT_EQ(fs::file_size(folder_ / "out/all.txt"), done.attachments[1].content.size());
}

TEST_F(FlowEvidence, IsOfThePopupsToo) {
  const FlowRow row{"Popups", R"(
  - click: link "Help"
  - expect_popup
  - evaluate: console.log('said in the popup')
  - evaluate: setTimeout(close) && null
  - click: button "Nowhere"
)", "", "actions", kSteps};
  const results::Case& done = run(row);
  EXPECT_THAT(done.console, testing::Contains(HasSubstr("said in the popup")));
  EXPECT_THAT(done.warnings, testing::IsEmpty());
  EXPECT_THAT(done.snapshot, HasSubstr("heading \"Order\""));
  ASSERT_EQ(done.attachments.size(), 1u);
  EXPECT_EQ(decode_png(done.attachments[0].content).height, 720);
  EXPECT_THAT(done.requests, testing::Contains(testing::Field(&results::Request::url, HasSubstr("blank.html"))));
}

TEST_F(FlowEvidence, HasThePicturesThatDiffer) {
  const FlowRow row{"Picture", R"(
  - expect: { target: img "Swatch", screenshot: red.png }
    timeout: 300ms
)", "", "actions", kSteps};
  const results::Case& done = run(row);
  std::vector<std::string> names;
  for (const results::Attachment& one : done.attachments) names.push_back(one.name);
  EXPECT_THAT(names, testing::ElementsAre("red.png: expected", "red.png: actual", "red.png: difference",
                                          "screenshot"));
}

const FlowRow kContext[] = {
    {"Offline", R"(
  - set_offline: true
  - click: button "Fetch"
  - expect: { target: status "Said", text: '/stock.json failed;/slow.json failed;' }
  - set_offline: false
  - click: button "Fetch"
  - expect: { target: status "Said", text: /slow.json 200/ }
)", "", "actions", kSteps},
    {"Place", R"(
  - set_permissions: [geolocation]
  - set_geolocation: { latitude: 53.35, longitude: -6.26 }
  - evaluate: { function: "async said => { const p = await new Promise(r => navigator.geolocation.getCurrentPosition(r, r)); said.textContent = p.message ?? p.coords.latitude; }", target: css=#said }
  - expect: { target: status "Said", text: 53.35 }
  - set_geolocation
  - set_permissions: []
)", "", "actions", "http://actions.localhost/steps.html"},
    {"Headers", R"(
  - set_extra_headers: { X-Flow: sent }
  - record_har
  - click: button "Fetch"
  - wait: { response: "*/slow.json" }
  - save_har: "${folder}/out/steps.har"
  - save_storage_state: "${folder}/out/state.json"
  - upload: { label="Photo": [note.txt] }
)", "", "actions", kSteps},
    {"Scripts", R"(
  - evaluate: document.title = 'Changed'
  - expect: { title: Changed }
  - evaluate: { expression: 'Promise.resolve(document.title = `Again`)', frame: main }
  - expect: { title: Again }
  - evaluate: { function: "(list, left) => { list.firstChild.textContent = left.number; }", target: list "Basket", argument: { number: 7 } }
  - expect: { target: listitem "7", count: 0 }
  - expect: text "7"
  - switch_to_frame: main
)", "", "actions", kSteps},
    {"AScriptThatThrows", R"(
  - evaluate: missing.thing
)", "evaluate.evaluation: ReferenceError: missing is not defined", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Context, FlowSteps, testing::ValuesIn(kContext), name_of);

const FlowRow kValues[] = {
    {"SaveAndEval", R"(
  - eval: { script: 6 * 7, to: sum }
  - save: { text: button "Press", to: word }
  - save: { page: url, to: address }
  - save: { count: button "Press", to: buttons }
  - save: { attribute: id, of: css=#log, to: id }
  - expect: { target: 'button "${word}"', count: "${buttons}" }
  - expect: { url: "${address}" }
  - if: { var: sum, is: 42 }
    then: [{ log: right }]
    else: [{ click: button "no such thing" }]
  - if: { expression: "document.getElementById('${id}') !== null" }
    then: [{ log: found }]
    else: [{ click: button "no such thing" }]
)", ""},
    {"EvalThatThrows", "  - eval: nothing.at.all\n", "eval.evaluation: "},
    {"WithinThatIsNotThere", "  - click: button \"Press\"\n    within: dialog \"None\"\n    timeout: 300ms\n",
     "click.not_found: "},
    {"InAFrame", R"(
  - in: iframe /card number/i
    steps:
      - fill: { textbox: 4242 }
      - eval: { script: location.hostname, to: host }
  - expect: { target: textbox in iframe /card number/i, value: /4242/ }
  - if: { var: host, is: shop.test }
    then: [{ click: button "no such thing" }]
    else: [{ log: in the frame }]
)", "", "checkout", "http://shop.test/checkout"},
    {"ActsAsRoles", R"(
  - eval: document.cookie = 'who=owner'
  - as: guest
    steps:
      - open: http://actions.test/workbench.html
      - eval: { script: "document.cookie + navigator.language", to: guest }
  - eval: { script: document.cookie, to: owner }
  - if: { var: owner, is: who=owner }
    then: [{ log: right }]
    else: [{ click: button "no such thing" }]
  - if: { var: guest, is: de-DE }
    then: [{ log: right }]
    else: [{ click: button "no such guest" }]
)", "", "actions\nroles: { guest: { locale: de-DE } }"},
};
INSTANTIATE_TEST_SUITE_P(Values, FlowSteps, testing::ValuesIn(kValues), name_of);

}  // namespace
}  // namespace casement
