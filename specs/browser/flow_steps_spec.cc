// Each step of the table does in Chrome what it says: a flow a row, whose own expectations read what
// the page made of it; and rows whose last step fails, with what the failure tells. Here the steps
// that act on elements.
#include "specs/browser/flow_in_chrome.h"

namespace casement::flow_specs {
namespace {

using results::Outcome;

TEST_P(FlowSteps, EndAsTheirRowsState) {
  const FlowRow& row = GetParam();
  const results::Case& done = run(row);
  std::string told;
  for (const results::Failure& failure : done.failures) {
    told += failure.type + ": " + failure.message + "\n" + failure.details + "\n";
  }
  EXPECT_EQ(done.outcome, *row.failure == '\0' ? Outcome::Passed : Outcome::Failed) << told;
  EXPECT_THAT(without_deadlines(told), HasSubstr(without_deadlines(row.failure)));
}

const FlowRow kPointer[] = {
    {"Click", R"(
  - click: button "Press"
  - click: { target: button "Press", button: right, position: { x: 3, y: 4 }, modifiers: [Shift] }
  - click: { target: button "Press", count: 2, position: { x: 5, y: 6 } }
  - click: { target: button "Press", trial: true, position: { x: 7, y: 7 } }
  - expect: { target: css=#log, text: '/click 0 1 .* true contextmenu 2 0 shift 3,4 true .*click 0 2 5,6 true dblclick 0 2 5,6 true$/' }
)",
     ""},
    {"DoubleClick", R"(
  - double_click: button "Press"
  - expect: { target: css=#log, text: /dblclick 0 2 / }
)",
     ""},
    {"Tap", R"(
  - tap: { target: button "Press", position: { x: 3, y: 4 } }
  - expect: { target: css=#log, text: '/touchstart 1 .*click 0 1 3,4 true/' }
)",
     ""},
    {"Hover", R"(
  - hover: { target: button "Menu", position: { x: 3, y: 4 } }
  - expect: { target: css=#log, text: over the menu }
)",
     ""},
    {"Drag", R"(
  - drag: { source: button "Card", target: group "Basket" }
  - expect: { target: css=#log, text: dragstart drop a card true dragend }
  - drag: { source: slider "Knob", target: group "Basket", steps: 8 }
  - expect: { target: css=#log, text: /knob at \d+/ }
)",
     ""},
    {"ClickAt", R"(
  - click_at: { x: 12, y: 14 }
  - expect: { target: css=#log, text: '/click 0 1 4,6 true/' }
)",
     ""},
    {"OfAHiddenTarget", R"(
  - evaluate: "document.getElementById('press').hidden = true"
  - click: { target: button "Press", trial: true }
    timeout: 500ms
)",
     "button \"Press\""},
    {"ClickOfNothing", R"(
  - click: { target: button "Prss", count: 2 }
    timeout: 500ms
)",
     "cannot double-click button \"Prss\": nothing matches it within 500 ms\nnearest: button \"Press\""},
};

INSTANTIATE_TEST_SUITE_P(Pointer, FlowSteps, testing::ValuesIn(kPointer), name_of);

const FlowRow kControls[] = {
    {"Text", R"(
  - fill: { textbox "Name": Ada }
  - type: { target: textbox "Name", text: Bob, clear_first: true, press_enter: true, per_character: 1ms, blur: true }
  - expect: { target: textbox "Name", value: Bob }
  - expect: { target: css=#log, text: /key B key o key b key Enter blur$/ }
  - press: { keys: ArrowLeft, target: textbox "Name", times: 2 }
  - type: { textbox "Name": x }
  - expect: { target: textbox "Name", value: Bxob }
  - clear: textbox "Name"
  - expect: { target: textbox "Name", value: "" }
  - press: { keys: a, times: 3 }
  - expect: { target: textbox "Name", value: aaa }
)",
     ""},
    {"Clipboard", R"(
  - set_clipboard: from the flow
  - focus: textbox "Name"
  - press: Control+V
  - expect: { target: textbox "Name", value: from the flow }
)",
     ""},
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
)",
     ""},
    {"Focus", R"(
  - focus: textbox "Name"
  - expect: { target: textbox "Name", state: focused }
  - blur: textbox "Name"
  - expect: { target: css=#log, text: blur }
)",
     ""},
    {"Dispatch", R"(
  - dispatch: { target: button "Press", type: shout, properties: { detail: { loud: 3 } } }
  - expect: { target: css=#log, text: 'shout {"loud":3} false' }
)",
     ""},
    {"SelectOfNothing", R"(
  - select_at: { combobox "Fruit": 9 }
    timeout: 500ms
)",
     "select_at"},
};

INSTANTIATE_TEST_SUITE_P(Controls, FlowSteps, testing::ValuesIn(kControls), name_of);

#define COVERED_PAGE                                                                 \
  "  - evaluate: |\n"                                                                \
  "      document.body.insertAdjacentHTML('beforeend', `<dialog aria-label=Cookies>" \
  "<button onclick='this.parentNode.close()'>Reject</button></dialog>`);\n"          \
  "      document.querySelector('dialog').showModal()\n"

const FlowRow kOverlays[] = {
    {"Closed", R"(
  - on_overlay: dialog "Cookies"
    steps:
      - click: button "Reject"
)" COVERED_PAGE R"(
  - click: button "Press"
  - expect: { target: css=#log, text: /click/ }
)",
     ""},
    {"ClosedWithTheValuesOfItsTime", R"(
  - save: { literal: Reject, to: word }
  - on_overlay: dialog "Cookies"
    steps:
      - click: button "${word}"
  - save: { literal: Accept, to: word }
)" COVERED_PAGE R"(
  - expect: { hides: dialog }
)",
     ""},
    {"ItsStepsFail", R"(
  - on_overlay: dialog "Cookies"
    steps:
      - click: button "No"
        timeout: 300ms
)" COVERED_PAGE R"(
  - click: button "Press"
)",
     "the steps that close the overlay dialog \"Cookies\" have failed"},
    {"ItsStepsCloseNothing", R"(
  - on_overlay: dialog "Cookies"
    steps:
      - log: here it is
)" COVERED_PAGE R"(
  - click: button "Press"
    timeout: 500ms
)",
     "the overlay dialog \"Cookies\" is still there after the steps that should close it"},
    {"Forgotten", R"(
  - on_overlay: dialog "Cookies"
    steps:
      - click: button "Reject"
  - forget_overlay: dialog "Cookies"
)" COVERED_PAGE R"(
  - click: button "Press"
    timeout: 300ms
)",
     "cannot click button \"Press\""},
    {"NothingToForget", R"(
  - forget_overlay: dialog "Cookies"
)",
     "no 'on_overlay' step handles dialog \"Cookies\""},
};

INSTANTIATE_TEST_SUITE_P(Overlays, FlowSteps, testing::ValuesIn(kOverlays), name_of);

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
)",
     "", "actions", kSteps},
    {"OfNothing", R"(
  - scroll_to: text "Nowhere"
    timeout: 300ms
)",
     "scroll_to.not_found", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Scrolling, FlowSteps, testing::ValuesIn(kScrolling), name_of);

}  // namespace
}  // namespace casement::flow_specs
