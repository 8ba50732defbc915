// Steps of a flow that send requests of its own, and that save what the page, its answers and its cookies hold.
#include "specs/browser/flow_in_chrome.h"

namespace casement::flow_specs {
namespace {

const FlowRow kRequests[] = {
    {"RequestsAndTheirAnswers", R"(
  - route:
      path: /api/cart
      body: { item: Tea }
      status: 201
      headers: { Set-Cookie: "cart=17", Location: /api/cart/17 }
      json: { id: 17, items: [ { name: Tea, sold: false } ] }
  - request:
      url: http://actions.test/api/cart
      form: { item: Tea }
      expect:
        status: 201
        headers: { Location: "*/17" }
        body: /"name":"Tea"/
        json: { /id: 17, /items/0/name: Tea, /items/0/sold: false, /items: [ { name: Tea, sold: false } ] }
      save: { id: /id, items: /items, code: status, place: header location, all: body }
  - save: { cookie: cart, to: cart }
  - expect: { poll: "'${id} ${code} ${place} ${cart} ${items}' === '17 201 /api/cart/17 17 [{\"name\":\"Tea\",\"sold\":false}]'" }
  - request: http://actions.test/steps.html
)",
     ""},
    {"RequestsOfARole", R"(
  - route: { path: /sign_in, headers: { Set-Cookie: "who=guest" }, text: "" }
  - as: guest
    request: http://actions.test/sign_in
  - save: { cookie: who, to: who }
)",
     "save.not_found: there is no cookie who", "actions\nroles: { guest: }"},
    {"ARequestThatIsRefused", R"(
  - route: { path: /api, status: 503, text: Too busy }
  - request: http://actions.test/api
)",
     "request.assertion: the response of http://actions.test/api has status 503, expected a status below 400"},
    {"AnotherStatusIsExpected", R"(
  - request: { url: "http://actions.test/nowhere", expect: { status: 404 } }
  - request: { url: "http://actions.test/steps.html", expect: { status: 404 } }
)",
     "has status 200, expected 404"},
    {"OtherJsonIsExpected", R"(
  - route: { path: /api, json: { name: Coffee } }
  - request: { url: "http://actions.test/api", expect: { json: { /name: Tea } } }
)",
     "request.assertion: the response of http://actions.test/api has \"Coffee\" at /name, expected \"Tea\""},
    {"OtherTextIsExpected", R"(
  - request: { url: "http://actions.test/steps.html", expect: { body: /Nowhere to be found/ } }
)",
     "has a different body than /Nowhere to be found/"},
    {"AnotherHeaderIsExpected", R"(
  - request: { url: "http://actions.test/steps.html", expect: { headers: { Content-Type: image/* } } }
)",
     "has the header Content-Type: \"text/html"},
    {"JsonIsExpected", R"(
  - request: { url: "http://actions.test/steps.html", save: { name: /name } }
)",
     "request.assertion: the response of http://actions.test/steps.html is not JSON"},
    {"ARequestThatIsNotAnswered", R"(
  - request: http://actions.test/silent
    timeout: 300ms
)",
     "request.timeout: GET http://actions.test/silent was not answered within 300 ms"},
};
INSTANTIATE_TEST_SUITE_P(Requests, FlowSteps, testing::ValuesIn(kRequests), name_of);

constexpr const char* kLive = R"flow(
  - route:
      path: /live
      content_type: text/event-stream
      text: "data: {\"type\": \"order\", \"items\": [2]}\n\nevent: note\ndata: Hello\n\n"
  - evaluate: "void new EventSource('/live')"
)flow";
const std::string kMessage = std::string(kLive) + R"(
  - expect_message: "*/live"
  - expect_message: { url: "*/live", json: { /type: order, /items/0: 2 }, direction: received }
  - expect_message: { text: /^Hel/ }
  - expect: { message: "*/live" }
  - expect: { message: { text: Hello }, not: { message: { url: "*/live", text: Bye } } }
    timeout: 100ms
)";
const std::string kEarlierMessage = std::string(kLive) + R"(
  - expect_message: { text: Hello }
  - click: button "Press"
  - expect_message: { text: Hello }
    timeout: 100ms
)";
const FlowRow kMessages[] = {
    {"Messages", kMessage.c_str(), ""},
    {"AMessageBeforeTheLastAction", kEarlierMessage.c_str(), "; there was one before the last action"},
    {"AMessageThatIsNotSent", R"(
  - expect_message: { url: "*/live", direction: sent }
    timeout: 100ms
)",
     "expect_message.assertion: expected a message sent to */live in time, but there was none; 0 sockets are open"},
};
INSTANTIATE_TEST_SUITE_P(Messages, FlowSteps, testing::ValuesIn(kMessages), name_of);

const FlowRow kSaved[] = {
    {"SavesWhatElementsAre", R"(
  - save: { html: list "Basket", to: markup }
  - save: { value: textbox "Name", to: name }
  - save: { box: img "Swatch", to: box }
  - save: { count: listitem, to: items }
  - evaluate: { expression: "JSON.parse('${box}').width + ' ${items} ${name} ${markup}'", to: all }
  - expect: { poll: "'${all}' === '40 2 Ada <li>Tea</li><li>Milk</li>'" }
  - open: http://actions.test/workbench.html
  - save: { checked: checkbox "I agree", to: before }
  - check: checkbox "I agree"
  - save: { checked: checkbox "I agree", to: after }
  - expect: { poll: "'${before} ${after}' === 'false true'" }
)",
     "", "actions", kSteps},
    {"SendsToSocketsAndEventStreams", R"(
  - route: { path: /feed, socket: }
  - route: { path: /prices, events: }
  - evaluate: |
      window.heard = [];
      new WebSocket("ws://actions.test/feed").onmessage = event => heard.push(event.data);
      new EventSource("/prices").onmessage = event => heard.push(event.lastEventId + event.data);
  - send_message: { host: actions.test, path: /feed, text: hello }
  - expect: { poll: "heard.length === 1" }
  - send_message: { host: actions.test, json: { price: 3 } }
  - expect: { poll: "heard.length === 2" }
  - send_event: { host: actions.test, path: "/pri*", id: 7, text: sold }
  - expect: { poll: "heard.join(' ') === 'hello {\"price\":3} 7sold'" }
  - send_message: { host: actions.test, path: /feed, close: 4000, reason: over }
  - send_message: { host: actions.test, path: /feed, text: late }
    timeout: 20ms
)",
     "send_message.timeout: no connection to ws://actions.test/feed is open"},
    {"SendsToAHostOfTheSite", R"(
  - send_message: { host: action.test, text: a }
)",
     "send_message.usage: the site has no host 'action.test' (did you mean 'actions.test'?)"},
    {"SavesACookie", R"(
  - add_cookie: { name: tea, value: oolong, url: "http://actions.test" }
  - add_cookie: { name: tea, value: assam, url: "http://guest.test" }
  - save: { cookie: tea, domain: actions.test, to: tea }
  - expect: { poll: "'${tea}' === 'oolong'" }
  - save: { cookie: tea, to: tea }
)",
     "save.ambiguous: there are 2 cookies tea; choose one with 'domain'"},
    {"ACookieThatIsNotThere", R"(
  - add_cookie: { name: tea, value: oolong, url: "http://actions.test" }
  - save: { cookie: coffee, to: tea }
)",
     "save.not_found: there is no cookie coffee"},
    {"SavesAResponse", R"(
  - route: { path: /stock.json, json: { left: [ { name: Tea } ], sum: 3 } }
  - route: { path: /slow.json, text: soon }
  - click: button "Fetch"
  - save: { response: "*/stock.json", json: /left/0/name, to: name }
  - save: { response: "*/stock.json", json: /left, to: left }
  - save: { response: "*/slow.json", to: slow }
  - expect: { poll: "'${name} ${slow} ${left}' === 'Tea soon [{\"name\":\"Tea\"}]'" }
  - save: { response: "*/stock.json", json: /right, to: name }
)",
     "save.assertion: the response of http://actions.test/stock.json has nothing at /right", "actions", kSteps},
};
INSTANTIATE_TEST_SUITE_P(Saved, FlowSteps, testing::ValuesIn(kSaved), name_of);

}  // namespace
}  // namespace casement::flow_specs
