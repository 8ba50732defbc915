// What each step of the table makes of its argument: a line of the plan, and the call behind it
// with its values. specs/browser/flow_steps_spec.cc runs them; specs/flows/bad holds what they
// refuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "casement/flow/load/flow_loader.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/flow/steps/step_table.h"

namespace casement {
namespace {

using testing::ElementsAre;

// A page that notes what it is asked.
class NotingPage : public FlowPage {
 public:
  std::string next;  // what it is asked by the action that runs
  std::vector<std::string> notes;
  void act(const PageCall&) override { notes.push_back(next); }
  bool shows_now(const Target&) override { return true; }
  Seen see() override { return {"- button \"Pay\"", {}}; }
  std::string screenshot() override { return "PNG"; }
  std::vector<FrameFailure> frame_failures() override { return {}; }
  std::vector<ConsoleLine> console() override { return {}; }
};

class NotingEnvironment : public FlowEnvironment {
 public:
  std::unique_ptr<FlowPage> start_case(const Flow&, const FlowCase&) override { return nullptr; }
  void add_route(const SiteRule&) override {}
};

// The titles of a flow's steps, and what its page is asked.
struct Planned {
  std::vector<std::string> titles, calls;
};

Planned planned(const std::string& steps) {
  const Flow flow = parse_flow(CASEMENT_SOURCE_DIR "/specs/flows/a.flow.yaml",
                               "flow: A\nsite: shop\nvars: { two: 2, name: Ada }\nsteps:\n" + steps);
  NotingPage page;
  NotingEnvironment environment;
  results::Recorder recorder{{}};
  recorder.start_run({});
  recorder.start_suite("A", "a");
  recorder.start_case({});
  Planned plan;
  for (const PlannedStep& step : plan_steps(flow, flow.cases.front())) {
    for (const PlannedAction& action : step.actions) {
      plan.titles.push_back(action.title);
      StepRun run{page, environment, recorder};
      page.next = action.title + (action.value.empty() ? "" : " = " + action.value);
      action.run(run);
    }
  }
  plan.calls = page.notes;
  return plan;
}
std::vector<std::string> titles_in(const std::string& steps) {
  return planned(steps).titles;
}
std::vector<std::string> calls_in(const std::string& steps) {
  return planned(steps).calls;
}

TEST(Steps, PointAtElements) {
  EXPECT_THAT(
      titles_in(R"(
  - click: button "Pay"
  - click: { target: button "Pay", button: right, count: 2, modifiers: [Shift, Alt], position: { x: 3, y: 4.5 } }
  - click: { target: button "Pay", count: "${two}", modifiers: Control, force: true }
  - click: { target: button "Pay", trial: true, fall_back_to_point: false }
  - double_click: row "Total"
  - tap: { target: button "Pay", position: { x: 3, y: 4 } }
  - hover: { target: link "Help", force: true }
  - drag: { source: listitem "Tea", target: list "Basket", from: { x: 1, y: 2 }, steps: 9, modifiers: [Shift] }
  - click_at: { x: 10, y: 20.5, button: middle }
)"),
      ElementsAre("click: button \"Pay\"", "click: button \"Pay\" (right, 2 times, with Shift+Alt, at 3,4.5)",
                  "click: button \"Pay\" (2 times, with Control, forced)", "click: button \"Pay\" (trial)",
                  "double_click: row \"Total\"", "tap: button \"Pay\" (at 3,4)", "hover: link \"Help\" (forced)",
                  "drag: listitem \"Tea\" to list \"Basket\" (with Shift)", "click_at: 10,20.5 (middle)"));
}

TEST(Steps, WriteText) {
  const Planned plan = planned(R"(
  - fill: { textbox "Name": "${name}", textbox "Code": 007 }
  - type: { textbox "Name": Ada }
  - type: { target: textbox "Name", text: "${name}", clear_first: true, press_enter: true, per_character: 5ms, blur: true }
    timeout: 3s
  - press: { keys: Control+A, target: textbox "Name", times: 3 }
  - press: Enter
  - set_clipboard: secret
)");
  EXPECT_THAT(plan.titles,
              ElementsAre("fill: textbox \"Name\"", "fill: textbox \"Code\"", "type: textbox \"Name\"",
                          "type: textbox \"Name\" (cleared first, then Enter)",
                          "press: Control+A on textbox \"Name\" (3 times)", "press: Enter", "set_clipboard"));
  EXPECT_THAT(plan.calls,
              ElementsAre("fill: textbox \"Name\" = Ada", "fill: textbox \"Code\" = 007",
                          "type: textbox \"Name\" = Ada", "type: textbox \"Name\" (cleared first, then Enter) = Ada",
                          "press: Control+A on textbox \"Name\" (3 times)", "press: Enter", "set_clipboard = secret"));
}

TEST(Steps, SetControls) {
  EXPECT_THAT(titles_in(R"(
  - select: { listbox "Fruit": [Fig, "${name}"] }
  - select_at: { listbox "Fruit": [1, 3], combobox "Size": "${two}" }
  - focus: textbox "Name"
  - blur: textbox "Name"
  - upload: { label="Photo": checkout.flow.yaml }
  - dispatch: { target: button "Pay", type: shout, properties: { detail: { loud: true } } }
)"),
              ElementsAre("select: listbox \"Fruit\" = Fig, Ada", "select_at: listbox \"Fruit\" = #1, #3",
                          "select_at: combobox \"Size\" = #2", "focus: textbox \"Name\"", "blur: textbox \"Name\"",
                          "upload: label=\"Photo\" = checkout.flow.yaml", "dispatch: shout at button \"Pay\""));
}

TEST(Steps, Navigate) {
  EXPECT_THAT(calls_in(R"(
  - open: { url: "http://shop.test/cart", wait_until: load }
  - reload
  - back:
  - forward: { wait_until: commit }
    timeout: 2s
)"),
              ElementsAre("open: http://shop.test/cart", "reload", "back", "forward"));
}

TEST(Steps, ExpectThingsOfElements) {
  const Planned plan = planned(R"(
  - expect: button "Pay"
  - expect: { target: textbox "Name", state: in_viewport, text: Ada, value: /a/i, count: "${two}" }
  - expect: { target: listbox "Fruit", values: [Apple, /F/] }
  - expect: { target: link "Help", attribute: target, css_class: quiet link, css: { color: 'rgb(1, 2, 3)', top: 0px } }
  - expect: { target: link "Help", attribute: { href: /cart, download: }, name: Help, description: "", role: link }
  - expect: { target: button "Pay", not: { state: disabled, target: button "Buy" } }
  - expect: { target: button "Pay", not: { state: disabled } }
    timeout: 2s
  - expect: { not: text "Error" }
  - expect: { target: img "Logo", screenshot: { file: logo.png, share: 0.01 } }
)");
  EXPECT_THAT(
      plan.titles,
      ElementsAre("expect: button \"Pay\"", "expect: textbox \"Name\" is in_viewport",
                  "expect: textbox \"Name\" has text \"Ada\"", "expect: textbox \"Name\" has value \"/a/i\"",
                  "expect: 2 × textbox \"Name\"", "expect: listbox \"Fruit\" has values \"Apple\", \"/F/\"",
                  "expect: link \"Help\" has attribute target", "expect: link \"Help\" has css_class \"quiet link\"",
                  "expect: link \"Help\" has css color \"rgb(1, 2, 3)\"", "expect: link \"Help\" has css top \"0px\"",
                  "expect: link \"Help\" has attribute href \"/cart\"", "expect: link \"Help\" has attribute download",
                  "expect: link \"Help\" has name \"Help\"", "expect: link \"Help\" has description \"\"",
                  "expect: link \"Help\" has role link", "expect: not: button \"Buy\" is disabled",
                  "expect: button \"Pay\"", "expect: not: button \"Pay\" is disabled", "expect: not: text \"Error\"",
                  "expect: img \"Logo\" looks like logo.png"));
}

TEST(Steps, ExpectThingsOfThePage) {
  EXPECT_THAT(
      titles_in(R"(
  - expect: { url: "*/cart", title: Cart, hides: dialog, request: "*/a", response: "*/b", console: hi, page_error: /x/ }
  - expect: { snapshot: "- button", clipboard: 4242, no_errors: true, screenshot: cart.png }
  - expect: { no_errors: { of: [page], ignore: "*ads*" } }
  - expect: { shows: button "Pay", hides: dialog, poll: window.done }
  - expect: { target: button "Pay", css_class: wide, not: { shows: dialog, hides: list, poll: "1 > 2" } }
  - expect: { no_errors: console, not: { url: "*/error", console: bad, clipboard: "", hides: button "Pay" } }
)"),
      ElementsAre("expect: url \"*/cart\"", "expect: title \"Cart\"", "expect: hides dialog", "expect: request \"*/a\"",
                  "expect: response \"*/b\"", "expect: console \"hi\"", "expect: page_error \"/x/\"",
                  "expect: snapshot", "expect: clipboard", "expect: no errors of console, page, requests",
                  "expect: the page looks like cart.png", "expect: no errors of page", "expect: button \"Pay\"",
                  "expect: hides dialog", "expect: poll window.done", "expect: button \"Pay\" has css_class \"wide\"",
                  "expect: not: dialog", "expect: not: hides list", "expect: not: poll 1 > 2",
                  "expect: no errors of console", "expect: not: url \"*/error\"", "expect: not: console \"bad\"",
                  "expect: not: clipboard", "expect: not: hides button \"Pay\""));
}

TEST(Steps, Scroll) {
  EXPECT_THAT(
      titles_in(R"(
  - scroll_to: text "Terms"
  - scroll_by: { y: 300 }
  - wheel: { target: list "Orders", x: -20, y: 0.5 }
)"),
      ElementsAre("scroll_to: text \"Terms\"", "scroll_by: the page by 0,300", "wheel: list \"Orders\" by -20,0.5"));
}

TEST(Steps, WaitByTheNamesOfTheApi) {
  const Planned plan = planned(R"(
  - wait_for_load
  - wait_for_load: dom_ready
  - wait_for_network_idle:
    timeout: 2s
  - wait_for_url: "*/${name}"
  - wait_for_frames: ${two}
  - expect_request: "*/a"
  - expect_response: "*/b"
  - expect_console: /x/
  - expect_page_error: y
  - expect_message: "*/live"
  - expect_message: { text: /x/, json: { /type: a }, direction: sent }
  - expect_navigation
  - expect_navigation: "*/c"
)");
  EXPECT_THAT(plan.titles,
              ElementsAre("wait_for_load: load", "wait_for_load: dom_ready", "wait_for_network_idle",
                          "wait_for_url: \"*/Ada\"", "wait_for_frames: 2", "expect_request: \"*/a\"",
                          "expect_response: \"*/b\"", "expect_console: \"/x/\"", "expect_page_error: \"y\"",
                          "expect_message: \"*/live\"", "expect_message: \"*\" (text \"/x/\", at /type, sent)",
                          "expect_navigation", "expect_navigation: \"*/c\""));
}

TEST(Steps, CatchEventsThatActionsCause) {
  const Planned plan = planned(R"(
  - expect_popup
  - expect_popup: "*/help"
  - switch_to_popup: "*/help"
  - leave_popup:
  - close
  - accept_dialogs:
  - accept_dialogs: secret
  - dismiss_dialogs
  - expect_dialog:
  - expect_dialog: Really?
  - expect_dialog: { message: /sure/i, type: confirm, accepted: false }
  - expect_download:
  - expect_download: { url: "*/bill", name: bill.pdf, save_to: out/bill.pdf }
  - expect_download: { failed: true }
  - cancel_download: "*/film"
)");
  EXPECT_THAT(plan.titles,
              ElementsAre("expect_popup", "expect_popup: */help", "switch_to_popup: */help", "leave_popup", "close",
                          "accept_dialogs", "accept_dialogs: with a text", "dismiss_dialogs", "expect_dialog",
                          "expect_dialog: \"Really?\"", "expect_dialog: /sure/i (confirm, dismissed)",
                          "expect_download", "expect_download: \"bill.pdf\" (saved to out/bill.pdf)",
                          "expect_download: failed", "cancel_download: */film"));
  EXPECT_EQ(plan.calls[6], "accept_dialogs: with a text = secret");
}

TEST(Steps, RouteRequests) {
  EXPECT_THAT(titles_in(R"(
  - route: { url: "*/a", fulfil: { status: 404 } }
  - route: { url: "*/a", method: POST, abort: blockedbyclient }
  - route: { url: "*/a", abort: , delay: 50ms }
  - route: { url: "*/a", continue: { method: PUT, headers: { X-A: b } } }
  - route: { url: "*/a", delay: 1s }
  - unroute: "*/a"
  - unroute
)"),
              ElementsAre("route: */a answers 404", "route: POST */a fails", "route: */a fails after 50 ms",
                          "route: */a goes out", "route: */a goes out after 1000 ms", "unroute: */a", "unroute"));
}

TEST(Steps, ChangeTheContextAndRunScripts) {
  EXPECT_THAT(
      titles_in(R"(
  - set_offline: true
  - set_geolocation: { latitude: 53.35, longitude: -6.26 }
  - set_geolocation
  - set_permissions: [geolocation]
  - set_permissions: []
  - set_extra_headers: { X-Test: "1" }
  - save_storage_state: out/state.json
  - record_har
  - record_har: { bodies: true }
  - save_har: out/a.har
  - switch_to_frame: Card number
  - clear_frame_failures
  - evaluate: document.title = 'x'
  - evaluate: { expression: "1", frame: Card number }
  - evaluate: { function: 'list => list.remove()', target: list "Basket", argument: { a: 1 } }
)"),
      ElementsAre("set_offline: yes", "set_geolocation: 53.35, -6.26", "set_geolocation: nowhere",
                  "set_permissions: geolocation", "set_permissions: none", "set_extra_headers: X-Test",
                  "save_storage_state: out/state.json", "record_har", "record_har: with bodies", "save_har: out/a.har",
                  "switch_to_frame: Card number", "clear_frame_failures", "evaluate: document.title = 'x'",
                  "evaluate: 1", "evaluate: list => list.remove() with list \"Basket\""));
}

TEST(Steps, SendRequestsAndStoreTheirAnswers) {
  EXPECT_THAT(titles_in(R"(
  - request: http://shop.test/api/reset
  - request: { url: http://shop.test/api, method: delete, max_redirects: 0, expect: { status: 303 } }
  - request: { url: http://shop.test/api, json: { pin: 1234 }, save: { id: /id, name: header X-Name } }
  - request: { url: "http://shop.test/api/${id}", body: "${name}", headers: { X-A: b } }
  - save: { cookie: session, to: a }
  - save: { response: "*/api", json: /id, to: a }
  - save: { response: "*/api", to: a }
  - save: { html: list, to: a }
  - save: { checked: checkbox, to: a }
  - save: { box: button "Pay", to: a }
)"),
              ElementsAre("request: GET http://shop.test/api/reset", "request: DELETE http://shop.test/api",
                          "request: POST http://shop.test/api", "request: POST http://shop.test/api/${id}",
                          "save: the cookie session to a", "save: the response of */api at /id to a",
                          "save: the response of */api to a", "save: html of list to a",
                          "save: checked of checkbox to a", "save: box of button \"Pay\" to a"));
}

// docs_flow runs what stands there.
TEST(Steps, EachIsInADocumentedFlow) {
  std::string docs;
  for (const char* const page : {"flow_steps.md", "flows.md"}) {
    std::ifstream file(CASEMENT_SOURCE_DIR "/docs/" + std::string(page));
    docs.append(std::istreambuf_iterator<char>(file), {});
  }
  for (const StepSpec& kind : step_table()) {
    const std::string line = "- " + std::string(kind.name);
    EXPECT_TRUE(docs.find(line + "\n") != std::string::npos || docs.find(line + ":") != std::string::npos) << kind.name;
  }
}

TEST(Steps, KeepEvidence) {
  EXPECT_THAT(titles_in(R"(
  - snapshot
  - snapshot: { name: cart, boxes: true, max_nodes: 50, max_depth: 4 }
  - screenshot: before paying
  - screenshot: { target: img "Logo", name: logo }
  - screenshot: { full_page: true, boxes: true }
  - pdf: { name: receipt, landscape: true, scale: 0.5 }
)"),
              ElementsAre("snapshot", "snapshot: cart", "screenshot: before paying", "screenshot: logo (img \"Logo\")",
                          "screenshot: full page, boxes", "pdf: receipt (landscape)"));
}

}  // namespace
}  // namespace casement
