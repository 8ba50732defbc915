// Steps of a flow around the page: its history, popups, dialogs, downloads, routes, its context, and
// the values that a flow keeps.
#include "specs/browser/flow_in_chrome.h"

namespace casement::flow_specs {
namespace {

const FlowRow kNavigation[] = {
    {"History", R"(
  - open: { url: "http://actions.test/blank.html", wait_until: load }
  - back
  - expect: { url: "*/workbench.html" }
  - forward: { wait_until: load }
  - expect: { url: "*/blank.html" }
  - reload:
  - expect: { url: "*/blank.html" }
)",
     ""},
    {"NoWayBack", R"(
  - forward
)",
     "cannot go forward: the history has no such page; the page is at http://actions.test/workbench.html"},
};

INSTANTIATE_TEST_SUITE_P(Navigation, FlowSteps, testing::ValuesIn(kNavigation), name_of);

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
)",
     "", "actions", kSteps},
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
)",
     "", "actions", kSteps},
    {"APopupThatClosesItself", R"(
  - click: button "Two windows"
  - expect_popup: "*?one"
  - evaluate: window.close()
  - leave_popup
  - expect: heading "Order"
)",
     "", "actions", kSteps},
    {"NoPopup", R"(
  - expect_popup:
    timeout: 300ms
)",
     "expect_popup.assertion: expected a popup within 300 ms, but no popup was opened", "actions", kSteps},
    {"NoSecondPopup", R"(
  - click: link "Help"
  - expect_popup
  - leave_popup
  - expect_popup:
    timeout: 300ms
)",
     "expected a popup within 300 ms, but open: http://actions.test/blank.html (an earlier step has already taken "
     "one)",
     "actions", kSteps},
    {"AStepInAPopupThatIsGone", R"(
  - click: button "Two windows"
  - expect_popup: "*?one"
  - evaluate: setTimeout(close) && null
  - click: button "Nowhere"
)",
     "the popup was closed; use 'leave_popup' to return to the page that opened the popup", "actions", kSteps},
    {"AnExpectationInAPopupThatIsGone", R"(
  - click: button "Two windows"
  - expect_popup: "*?one"
  - evaluate: setTimeout(close) && null
  - expect: button "Nowhere"
)",
     "closed", "actions", kSteps},
    {"AFrozenPopup", R"(
  - click: button "Two windows"
  - expect_popup: "*?two"
  - evaluate: setTimeout(() => { for (;;); }) && null
  - click: button "Ask"
    timeout: 1s
)",
     "click.", "actions", kSteps},
    {"NoPopupToLeave", R"(
  - leave_popup
)",
     "'leave_popup' is only for popups and new pages, but the current page is the first page of the case", "actions",
     kSteps},
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
)",
     "", "actions", kSteps},
    {"EachIsTakenOnce", R"(
  - click: button "Ask"
  - expect_dialog
  - expect_dialog:
    timeout: 300ms
)",
     "expect_dialog.assertion: expected a dialog within 300 ms", "actions", kSteps},
    {"AnsweredOtherwise", R"(
  - click: button "Ask"
  - expect_dialog: { accepted: true }
)",
     "expected the confirm \"Really?\" to be accepted, but it was dismissed", "actions", kSteps},
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
)",
     "", "actions", kSteps},
    {"Failed", R"(
  - click: link "Note"
  - expect_download: { failed: true }
)",
     "to fail, but it completed", "actions", kSteps},
    {"ThatNobodyCanKeep", R"(
  - click: link "Note"
  - expect_download: { save_to: /proc/nowhere/note.txt }
)",
     "expect_download.environment: cannot write /proc/nowhere/note.txt", "actions", kSteps},
    {"ThatTheServerRefuses", R"(
  - route: { path: /lost.bin, status: 404 }
  - click: link "Lost"
  - expect_download: { failed: true }
  - click: link "Lost"
  - expect_download
)",
     "the download of http://actions.test/lost.bin failed", "actions", kSteps},
    {"Cancelled", R"(
  - click: link "Note"
  - cancel_download: "*/note.txt"
  - expect_download:
    timeout: 300ms
)",
     "(an earlier step has already taken one)", "actions", kSteps},
    {"None", R"(
  - click: link "Note"
  - expect_download: { name: other.txt }
    timeout: 300ms
)",
     "expected a download named \"other.txt\" within 300 ms", "actions", kSteps},
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
)",
     "", "actions", kSteps},
    {"InTheSite", R"(
  - route: { path: /stock.json, json: { left: 9 } }
  - click: button "Fetch"
  - expect: { target: status "Said", text: '/stock.json 200 {"left":9};/slow.json 200 {"slow":true} ;' }
)",
     "", "actions", kSteps},
    {"OfPopupsToo", R"(
  - route: { url: "*/blank.html", fulfil: { text: "<h1>From the flow</h1>", content_type: text/html } }
  - click: link "Help"
  - expect_popup
  - expect: heading "From the flow"
)",
     "", "actions", kSteps},
    {"NoneToForget", R"(
  - unroute: "*/x"
)",
     "the page has no route of */x", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Routes, FlowSteps, testing::ValuesIn(kRoutes), name_of);

const FlowRow kContext[] = {
    {"Offline", R"(
  - set_offline: true
  - click: button "Fetch"
  - expect: { target: status "Said", text: '/stock.json failed;/slow.json failed;' }
  - set_offline: false
  - click: button "Fetch"
  - expect: { target: status "Said", text: /slow.json 200/ }
)",
     "", "actions", kSteps},
    {"Place", R"(
  - set_permissions: [geolocation]
  - set_geolocation: { latitude: 53.35, longitude: -6.26 }
  - evaluate: { function: "async said => { const p = await new Promise(r => navigator.geolocation.getCurrentPosition(r, r)); said.textContent = p.message ?? p.coords.latitude; }", target: css=#said }
  - expect: { target: status "Said", text: 53.35 }
  - set_geolocation
  - set_permissions: []
)",
     "", "actions", "http://actions.localhost/steps.html"},
    {"Headers", R"(
  - set_extra_headers: { X-Flow: sent }
  - record_har
  - click: button "Fetch"
  - expect_response: "*/slow.json"
  - save_har: "${folder}/out/steps.har"
  - save_storage_state: "${folder}/out/state.json"
  - upload: { label="Photo": [note.txt] }
)",
     "", "actions", kSteps},
    {"Scripts", R"(
  - evaluate: document.title = 'Changed'
  - expect: { title: Changed }
  - evaluate: { expression: 'Promise.resolve(document.title = `Again`)', frame: main }
  - expect: { title: Again }
  - evaluate: { function: "(list, left) => { list.firstChild.textContent = left.number; }", target: list "Basket", argument: { number: 7 } }
  - expect: { target: listitem "7", count: 0 }
  - expect: text "7"
  - switch_to_frame: main
)",
     "", "actions", kSteps},
    {"Passkeys", R"flow(
  - add_passkey: { rp_id: actions.localhost, user_name: ada }
  - evaluate: { expression: "navigator.credentials.get({publicKey: {challenge: new Uint8Array(32)}}).then(got => got.type)", to: type }
  - if: { var: type, is: public-key }
    then: [{ log: right }]
    else: [{ click: button "no such thing" }]
  - save_storage_state: { file: "${folder}/out/passkeys.json", indexed_db: false }
  - clear_passkeys
  - evaluate: { expression: "navigator.credentials.get({publicKey: {challenge: new Uint8Array(32)}}).catch(error => error.name)", to: type }
  - if: { var: type, is: NotAllowedError }
    then: [{ log: right }]
    else: [{ click: button "no such thing" }]
)flow",
     "", "actions\nuse: { passkeys: true }", "http://actions.localhost/steps.html"},
    {"PasskeysWithoutTheOption", "  - add_passkey: { rp_id: shop.test }\n", "set `passkeys` in its options"},
    {"AHostOfAnotherSite", "  - open: http://shop.test/cart\n",
     "the site 'shop' has it; write site: shop in the flow's header"},
    {"AHostThatIsMistyped", "  - open: http://action.test/\n", "has no host action.test (did you mean actions.test?)"},
    {"AScriptThatThrows", R"(
  - evaluate: missing.thing
)",
     "evaluate.evaluation: ReferenceError: missing is not defined", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Context, FlowSteps, testing::ValuesIn(kContext), name_of);

const FlowRow kValues[] = {
    {"SaveAndEval", R"(
  - evaluate: { expression: 6 * 7, to: sum }
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
)",
     ""},
    {"EvalThatThrows", "  - evaluate: nothing.at.all\n", "evaluate.evaluation: "},
    {"WithinThatIsNotThere", "  - click: button \"Press\"\n    within: dialog \"None\"\n    timeout: 300ms\n",
     "click.not_found: "},
    {"InAFrame", R"(
  - in: iframe /card number/i
    steps:
      - fill: { textbox: 4242 }
      - evaluate: { expression: location.hostname, to: host }
  - expect: { target: textbox in iframe /card number/i, value: /4242/ }
  - if: { var: host, is: shop.test }
    then: [{ click: button "no such thing" }]
    else: [{ log: in the frame }]
)",
     "", "checkout", "http://shop.test/checkout"},
    {"ActsAsRoles", R"(
  - evaluate: document.cookie = 'who=owner'
  - as: guest
    steps:
      - open: http://actions.test/workbench.html
      - evaluate: { expression: "document.cookie + navigator.language", to: guest }
  - evaluate: { expression: document.cookie, to: owner }
  - if: { var: owner, is: who=owner }
    then: [{ log: right }]
    else: [{ click: button "no such thing" }]
  - if: { var: guest, is: de-DE }
    then: [{ log: right }]
    else: [{ click: button "no such guest" }]
)",
     "", "actions\nroles: { guest: { locale: de-DE } }"},
    {"RunsInitScripts", R"(
  - add_init_script: "window.early = [document.readyState]"
  - add_init_script: { file: note.js }
  - reload
  - expect: { poll: "early.join() === 'loading,file'" }
)",
     "", "actions"},
    {"RefusesBrokenInitScripts", R"(
  - add_init_script: "let ="
)",
     "SyntaxError: Unexpected end of input"},
    {"RunsInitScriptsOfUse", R"(
  - expect: { poll: "early.join() === 'file'" }
)",
     "", "actions\nuse: { init_script: note.js }"},
    {"EvaluatesInWorkers", R"flow(
  - evaluate: "void new Worker(URL.createObjectURL(new Blob(['self.answer = 42'])))"
  - evaluate: { expression: answer, worker: "blob:*", to: answer }
  - if: { var: answer, is: "42" }
    then: [{ log: right }]
    else: [{ click: button "no such thing" }]
)flow",
     ""},
    {"MissesAWorker", R"(
  - evaluate: { expression: answer, worker: "*/none.js" }
    timeout: 300ms
)",
     "expected a worker */none.js"},
};
INSTANTIATE_TEST_SUITE_P(Values, FlowSteps, testing::ValuesIn(kValues), name_of);

}  // namespace
}  // namespace casement::flow_specs
