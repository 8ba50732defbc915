// Steps that look at the page in a flow: expectations, snapshots over frames, and what is kept
// of a case for its report.
#include "specs/browser/flow_in_chrome.h"

namespace casement::flow_specs {
namespace {

const FlowRow kExpectations[] = {
    {"OfElements", R"(
  - expect: heading "Order"
  - expect: { target: textbox "Name", state: required, value: Ada, name: Name, description: As on the card, role: textbox }
  - expect: { target: textbox "Name", state: editable, attribute: { required: , id: name } }
  - expect: { target: listbox "Fruit", values: [Apple, /^f$/] }
  - expect: { target: listitem, count: 2 }
  - expect: { target: link "Help", attribute: href, css_class: link quiet, text: Help }
  - expect: { target: img "Swatch", css: { background-color: 'rgb(0, 128, 0)' } }
)",
     "", "actions", kSteps},
    {"OfElementsNegated", R"(
  - expect:
      target: textbox "Name"
      not: { state: disabled, value: Bob, name: /^x/, description: x, role: button, attribute: title, css_class: x }
  - expect: { target: textbox "Name", not: { attribute: { id: x }, css: { color: red }, count: 2 } }
  - expect: { target: listbox "Fruit", not: { values: [Apple] } }
  - expect: { not: button "Nowhere" }
  - expect: { not: { hides: heading "Order" } }
)",
     "", "actions", kSteps},
    {"OfThePage", R"(
  - click: button "Fetch"
  - expect:
      url: "*/steps.html"
      title: /^Ste/
      hides: dialog
      request: "*/stock.json"
      response: "*/slow.json"
      snapshot: |
        - heading "Order"
        - list "Basket":
          - listitem: Tea
      no_errors: true
  - expect: { snapshot_file: page.snapshot, no_errors: [console, page] }
  - expect: { not: { url: "*/cart", title: Cart, request: "*/pay", response: "*/pay", console: x, page_error: x, snapshot: "- dialog" } }
)",
     "", "actions", kSteps},
    {"ByJavaScriptUntilItHolds", R"(
  - evaluate: setTimeout(() => { window.cart = {lines:2}; }, 50)
  - expect: { poll: window.cart.lines === 2, shows: heading "Order", hides: dialog }
  - expect: { not: { poll: window.cart.lines === 3, shows: dialog, hides: heading "Order" } }
)",
     "", "actions", kSteps},
    {"ByJavaScriptThatNeverHolds", R"(
  - expect: { poll: window.cart.lines === 2 }
    timeout: 300ms
)",
     "expected window.cart.lines === 2 to be true within 300 ms, but the condition was never true\nthe last time: ",
     "actions", kSteps},
    {"ValuesThatWereSaved", R"(
  - save: { text: listitem that has text "Tea", to: item }
  - expect: { vars: { item: Tea }, not: { vars: { item: /coffee/i } } }
)",
     "", "actions", kSteps},
    {"AnotherValueThanWasSaved", R"(
  - save: { text: listitem that has text "Tea", to: item }
  - expect: { vars: { item: Coffee } }
)",
     "expect.vars: expected the variable 'item' to be \"Coffee\", but it is \"Tea\"", "actions", kSteps},
    {"TheClipboard", R"(
  - set_clipboard: copied
  - expect: { clipboard: /^cop/, not: { clipboard: other } }
)",
     "", "actions", kSteps},
    {"ErrorsThatAreReported", R"(
  - click: button "Fail"
  - expect: { console: It broke, page_error: /Nobody caught this/, response: "*/nowhere.json" }
  - expect: { no_errors: { ignore: ["*It broke*", "*nowhere.json*", "*404*", "*caught*"] } }
  - expect: { no_errors: console }
)",
     "expect.no_errors: expected no errors, but found 3; the first is console: It broke "
     "(http://actions.test/steps.html:",
     "actions", kSteps},
    {"RequestsThatFailed", R"(
  - click: button "Fail"
  - expect: { response: "*/nowhere.json" }
  - expect: { no_errors: requests }
)",
     "request: GET http://actions.test/nowhere.json: 404", "actions", kSteps},
    {"AValueThatIsNot", R"(
  - expect: { target: textbox "Name", value: Bob }
    timeout: 300ms
)",
     "expect.value: expected the value of textbox \"Name\" to be \"Bob\" within 300 ms, but its value is \"Ada\"",
     "actions", kSteps},
    {"AFieldThatOnlyTheBrowserRefuses", R"(
  - evaluate: document.getElementById('name').setCustomValidity('taken') ?? 0
  - expect: { target: textbox "Name", state: invalid }
    timeout: 300ms
)",
     "but it is [required]; only the browser's own check fails, see css=:invalid", "actions", kSteps},
    {"ANegationThatIsNot", R"(
  - expect: { target: textbox "Name", not: { value: Ada } }
    timeout: 300ms
)",
     "expected the value of textbox \"Name\" not to be \"Ada\"", "actions", kSteps},
    {"AClipboardThatIsNot", R"(
  - set_clipboard: copied
  - expect: { clipboard: other }
    timeout: 300ms
)",
     "expected the clipboard to be \"other\" within 300 ms, but it is \"copied\"", "actions", kSteps},
    {"APictureThatIsMissing", R"(
  - expect: { target: img "Swatch", screenshot: swatch.png }
)",
     "there is no approved screenshot", "actions", kSteps},
    {"APicture", R"(
  - expect: { target: img "Swatch", screenshot: { file: green.png, channel: 2, share: 0.01 } }
  - expect: { target: img "Swatch", not: { screenshot: red.png } }
)",
     "", "actions", kSteps},
};

INSTANTIATE_TEST_SUITE_P(Expectations, FlowSteps, testing::ValuesIn(kExpectations), name_of);

// A page with a frame, in which is another, and a frame that fails.
constexpr const char* kFramesPage =
    "data:text/html,<title>t</title><h1>Shop</h1><iframe title=Card srcdoc='<input aria-label=Number required>"
    "<iframe title=Code srcdoc=\"<button id=b>Next</button>\"></iframe>'></iframe>"
    "<iframe title=Bank src=http://actions.test/none></iframe>";
#define IN_FRAMES                                                          \
  "  - route: { url: \"*/none\", abort: connectionrefused }\n  - reload\n" \
  "  - expect: button \"Next\" in iframe \"Code\"\n  - snapshot: start\n"

const FlowRow kAcrossFrames[] = {
    {"JavaScriptInOneOfThem", IN_FRAMES R"(
  - expect: { poll: "document.querySelector('#b').textContent === 'Next'" }
    in: iframe "Code"
)",
     "", "actions", kFramesPage},
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
)",
     "", "actions", kFramesPage},
    {"ANearMissIsNamedWithItsFrame", IN_FRAMES R"(
  - expect: { snapshot: "- iframe \"Code\":\n  - button \"Nexd\"" }
    timeout: 300ms
)",
     "line 7): the name is \"Next\"\nframe e", "actions", kFramesPage},
    {"AChangeIsFound", IN_FRAMES R"(
  - fill: { 'textbox "Number"': "17" }
  - expect: { not: { unchanged_since: start } }
)",
     "", "actions", kFramesPage},
    {"AChangeIsReportedWithItsPath", IN_FRAMES R"(
  - click: button "Next"
  - fill: { 'textbox "Number"': "17" }
  - expect: { unchanged_since: start }
    timeout: 300ms
)",
     "~ iframe \"Card\": - textbox \"Number\" [required] [ref=f1_e", "actions", kFramesPage},
    {"WhatChangedIsNamed", IN_FRAMES R"(
  - fill: { 'textbox "Number"': "17" }
  - expect: { changed: start }
  - expect: { changed: { since: start, changed: [textbox "Number" in iframe "Card", iframe "Card"] } }
  - expect: { not: { changed: { since: start, changed: button "Next" } } }
)",
     "", "actions", kFramesPage},
    {"WhatDidNotChangeIsToldWithWhatDid", IN_FRAMES R"(
  - fill: { 'textbox "Number"': "17" }
  - expect: { changed: { since: start, added: button "Next" } }
    timeout: 300ms
)",
     "button \"Next\" was not added: 1 matched before, 1 match now; since then:\n~ iframe \"Card\"", "actions",
     kFramesPage},
    {"ChangesSinceWhatNobodyKept", R"(
  - snapshot: start
  - expect: { changed: { since: strat } }
)",
     "no earlier step saved a snapshot named 'strat'"},
    {"ANameThatNobodyKept", R"(
  - snapshot: start
  - expect: { unchanged_since: strat }
)",
     "no earlier step saved a snapshot named 'strat'"},
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
)",
                    "", "actions", kSteps};
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

TEST_F(FlowEvidence, FramesThatFailedCountNoMoreOnceTheyWereCleared) {
  const std::string fails = "frames: { on_failure: fail }\n";
  const std::string cleared = IN_FRAMES "  - clear_frame_failures\n  - click: button \"Next\"\n" + fails;
  const results::Case done = run({"Cleared", cleared.c_str(), "", "actions", kFramesPage});
  EXPECT_EQ(done.outcome, results::Outcome::Passed);
  EXPECT_TRUE(done.frame_failures.empty());
}

constexpr const char* kErrorInAFrame = "http://top.test/error_status.html";

TEST_F(FlowEvidence, ReportsAFrameWhoseServerAnsweredWithAnError) {
  const results::Case& failed =
      run({"Failed", "  - expect: heading \"Guest\"\nframes: { on_failure: fail }\n", "", "frames", kErrorInAFrame});
  EXPECT_EQ(failed.outcome, results::Outcome::Failed);
  ASSERT_EQ(failed.failures.size(), 1u);
  EXPECT_EQ(failed.failures[0].type, "frame.http_error");
  EXPECT_THAT(failed.failures[0].message,
              HasSubstr("http://other.test/broken: http_error: its server answered with status 500"));
  ASSERT_EQ(failed.frame_failures.size(), 1u);
  EXPECT_EQ(failed.frame_failures[0].status, 500);
  EXPECT_THAT(failed.snapshot, HasSubstr("[failed=http_error]"));
}

TEST_F(FlowEvidence, AFrameStatusThatTheFlowIgnoresPasses) {
  const results::Case& done = run({"Ignored",
                                   "  - expect: heading \"Guest\"\n"
                                   "frames: { on_failure: fail, on_status: { 500: ignore } }\n",
                                   "", "frames", kErrorInAFrame});
  EXPECT_EQ(done.outcome, results::Outcome::Passed) << (done.failures.empty() ? "" : done.failures[0].message);
  EXPECT_EQ(done.frame_failures.size(), 1u);
}

TEST_F(FlowEvidence, IsOfThePopupsToo) {
  const FlowRow row{"Popups", R"(
  - click: link "Help"
  - expect_popup
  - evaluate: console.log('said in the popup')
  - evaluate: setTimeout(close) && null
  - click: button "Nowhere"
)",
                    "", "actions", kSteps};
  const results::Case& done = run(row);
  EXPECT_THAT(done.console, testing::Contains(HasSubstr("said in the popup")));
  EXPECT_THAT(done.warnings, testing::IsEmpty());
  EXPECT_THAT(done.snapshot, HasSubstr("heading \"Order\""));
  ASSERT_EQ(done.attachments.size(), 1u);
  EXPECT_EQ(decode_png(done.attachments[0].content).height, 720);
  EXPECT_THAT(done.requests, testing::Contains(testing::Field(&results::Request::url, HasSubstr("blank.html"))));
}

TEST_F(FlowEvidence, WarnsOfRoutesThatAnsweredNoRequestInACaseThatPasses) {
  const FlowRow row{"Passes", R"(
  - route: { url: "*/stock.jsn", fulfil: { json: { left: 0 } } }
  - click: button "Fetch"
  - expect: { target: status "Said", text: /stock.json/ }
)",
                    "", "actions", kSteps};
  EXPECT_THAT(run(row).warnings, testing::ElementsAre(HasSubstr("the route */stock.jsn answered no request")));
}

TEST_F(FlowEvidence, NamesRoutesThatAnsweredNoRequest) {
  const FlowRow row{"Routes", R"(
  - route: { url: "*/stock.jsn", fulfil: { json: { left: 0 } } }
  - route: { url: "*/stock.json", method: POST, fulfil: { json: { left: 0 } } }
  - route: { url: "*/slow.json", fulfil: { text: late } }
  - click: button "Fetch"
  - expect: { target: status "Said", text: /late/ }
  - expect: { target: status "Said", text: nothing of the sort }
    timeout: 100ms
)",
                    "", "actions", kSteps};
  const results::Case& done = run(row);
  ASSERT_EQ(done.failures.size(), 1u);
  EXPECT_THAT(done.failures[0].details,
              HasSubstr("the route */stock.jsn answered no request; the nearest request of the page is GET "
                        "http://actions.test/stock.json\n"
                        "the route */stock.json answered no request; it passed on GET http://actions.test/stock.json"));
  EXPECT_THAT(done.failures[0].details, Not(HasSubstr("the route */slow.json")));
  const auto answered = [](const std::string& path, bool by_test) {
    return testing::AllOf(testing::Field(&results::Request::url, HasSubstr(path)),
                          testing::Field(&results::Request::answered_by_test, by_test));
  };
  EXPECT_THAT(done.requests, testing::Contains(answered("/slow.json", true)));
  EXPECT_THAT(done.requests, testing::Contains(answered("/stock.json", false)));
}

TEST_F(FlowEvidence, HasThePicturesThatDiffer) {
  const FlowRow row{"Picture", R"(
  - expect: { target: img "Swatch", screenshot: red.png }
    timeout: 300ms
)",
                    "", "actions", kSteps};
  const results::Case& done = run(row);
  std::vector<std::string> names;
  for (const results::Attachment& one : done.attachments) names.push_back(one.name);
  EXPECT_THAT(names, testing::ElementsAre("red.png: expected", "red.png: actual", "red.png: difference",
                                          "red.png: heat", "screenshot"));
}

}  // namespace
}  // namespace casement::flow_specs
