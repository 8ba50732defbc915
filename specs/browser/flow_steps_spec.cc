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

class FlowSteps : public testing::TestWithParam<FlowRow> {
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
)", "expect.no_errors: expected no errors, but there", "actions", kSteps},
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

}  // namespace
}  // namespace casement
