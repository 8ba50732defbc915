// Steps that wait for what happens to a page.
#include "specs/browser/flow_in_chrome.h"

namespace casement::flow_specs {
namespace {

const FlowRow kWaits[] = {
    {"LoadStates", R"(
  - wait_for_load: commit
  - wait_for_load: dom_ready
  - wait_for_load: load
  - wait_for_network_idle
)",
     "", "actions", kSteps},
    {"WhatTheActionSetsOff", R"(
  - click: button "Fetch"
  - expect: { target: status "Said", text: /slow/ }
  - expect_request: "*/stock.json"
  - expect_response: "*/slow.json"
  - click: button "Later"
  - wait_for_url: "*?later"
  - click: button "Fail"
  - expect_console: It broke
  - expect_page_error: /caught/
)",
     "", "actions", kSteps},
    {"WhatThePageSends", R"(
  - route: { path: /order, json: { id: 7 }, status: 201 }
  - evaluate: "fetch('/order', { method: 'POST', body: JSON.stringify({ item: 'Tea', count: 2 }) }) && 0"
  - expect_request: { url: "*/order", method: POST, body: { /item: Tea, /count: 2 }, text: /Tea/ }
  - expect_response: { url: "*/order", status: 201 }
  - expect: { request: { url: "*/order", body: { /item: T* } }, response: { url: "*/order", status: 201 } }
  - expect: { not: { request: { url: "*/order", method: GET }, response: { url: "*/order", status: 200 } } }
)",
     "", "actions", kSteps},
    {"ARequestWithOtherValues", R"(
  - route: { path: /order, json: { id: 7 } }
  - evaluate: "fetch('/order', { method: 'POST', body: new URLSearchParams({ item: 'Tea' }) }) && 0"
  - expect_request: { url: "*/order", body: { item: Coffee } }
    timeout: 300ms
)",
     "expected a request to */order with \"Coffee\" in item within 300 ms, but POST http://actions.test/order (200) "
     "is "
     "different: item is \"Tea\"",
     "actions", kSteps},
    {"ARequestThatThePageRefused", R"(
  - evaluate: "document.body.append(Object.assign(document.createElement('p'), { role: 'alert', textContent: 'Name is missing' })), 0"
  - expect_request: "*/order"
    timeout: 300ms
)",
     "the page shows alert \"Name is missing\"", "actions", kSteps},
    {"WhatWasBeforeTheAction", R"(
  - click: button "Fetch"
  - expect_response: "*/slow.json"
  - click: button "Later"
  - expect_response: "*/slow.json"
    timeout: 300ms
)",
     "expected a response from */slow.json within 300 ms, but none was sent; there was one before the last action",
     "actions", kSteps},
    {"UnderTheNamesOfTheApi", R"(
  - wait_for_load
  - wait_for_load: dom_ready
  - click: button "Fetch"
  - expect_request: "*/stock.json"
  - expect_response: "*/slow.json"
  - wait_for_network_idle
  - click: button "Later"
  - expect_navigation: "*?later"
  - wait_for_url: "*?later"
  - click: button "Fail"
  - expect_console: It broke
  - expect_page_error: /caught/
  - evaluate: document.body.append(Object.assign(document.createElement('iframe'), {srcdoc:'Hi'}))
  - wait_for_frames: 1
)",
     "", "actions", kSteps},
    {"ARequestThatIsNotSent", R"(
  - click: button "Fetch"
  - wait_for_network_idle
  - click: button "Later"
  - expect_request: "*/stock.json"
    timeout: 300ms
)",
     "expect_request.assertion: expected a request to */stock.json within 300 ms", "actions", kSteps},
    {"ANavigationThatDoesNotCome", R"(
  - click: button "Fetch"
  - expect_navigation:
    timeout: 300ms
)",
     "expected a navigation within 300 ms, but the page is at http://actions.test/steps.html", "actions", kSteps},
    {"Frames", R"(
  - wait_for_frames: 1
    timeout: 300ms
)",
     "wait_for_frames.assertion: expected 1 frames within 300 ms, but there are 0", "actions", kSteps},
    {"AStateThatDoesNotCome", R"(
  - route: { path: /never, never: true }
  - evaluate: fetch('/never') && null
  - wait_for_network_idle:
    timeout: 700ms
)",
     "pending: GET http://actions.test/never", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Waits, FlowSteps, testing::ValuesIn(kWaits), name_of);

}  // namespace
}  // namespace casement::flow_specs
