// The inquiry into what no script can read of a document, answer by answer.
#include "casement/browser/page/internals_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "specs/wire/scripted_page.h"

namespace casement {
namespace {

using specs::ScriptedPage;
using specs::soon;
using testing::IsEmpty;
using testing::SizeIs;

class AskedPage : public ScriptedPage {
 public:
  AskedPage() {
    say("S", "Runtime.executionContextCreated",
        {{"context", {{"id", 9}, {"name", kWorldName}, {"uniqueId", "wAsked"}, {"auxData", {{"frameId", "M"}}}}}});
    deliver();
    sent("");
  }
  void bridge_asks() {
    say("S", "Runtime.bindingCalled", {{"name", kBridgeBinding}, {"executionContextId", 9}, {"payload", "asks"}});
    deliver();
  }
  // The bridge names these; what the page is sent then is in `questions`.
  void name_elements(std::vector<Json> nodes) {
    const std::vector<Json> lists = sent("Runtime.evaluate");
    ASSERT_THAT(lists, SizeIs(1));
    EXPECT_EQ(lists[0]["params"]["uniqueContextId"], "wAsked");
    const auto custom =
        std::count_if(nodes.begin(), nodes.end(), [](const Json& node) { return node.at("localName") == "x-key"; });
    const Json count_of_custom{{"type", "number"}, {"value", custom}},
        count_of_carousels{{"type", "number"}, {"value", 0}};
    Json list = Json::array({count_of_custom, count_of_carousels});
    for (Json& node : nodes) list.push_back({{"type", "node"}, {"value", std::move(node)}});
    answer(
        lists[0],
        {{"result", {{"objectId", "list"}, {"deepSerializedValue", {{"type", "array"}, {"value", std::move(list)}}}}}});
    deliver();
    questions = script.take_sent();
  }
  void refuse(const Json& command) {
    script.say({{"id", command.at("id")}, {"error", {{"code", -32000}, {"message", "Could not find node"}}}});
  }
  bool is_under_way() { return InternalsQueries::of(page).is_under_way(page.frames().main()); }
  bool awaited(Deadline deadline) {
    const cdp::Connection::EngineLock lock(connection);
    return await_internals_queries(page, {"M"}, deadline);
  }

  static Json custom(int id) {
    return {{"localName", "x-key"}, {"backendNodeId", id}, {"attributes", Json::object()}, {"shadowRoot", nullptr}};
  }
  static Json host(int id, int root) {
    return {{"localName", "div"},
            {"backendNodeId", id},
            {"attributes", Json::object()},
            {"shadowRoot", {{"type", "node"}, {"value", {{"mode", "closed"}, {"backendNodeId", root}}}}}};
  }
  static Json role(const std::string& name) {
    return {{"nodes", {{{"ignored", false}, {"role", {{"type", "role"}, {"value", name}}}}}}};
  }
  static Json ignored(const std::string& reason) {
    return {{"nodes",
             {{{"ignored", true},
               {"ignoredReasons", {{{"name", reason}}}},
               {"role", {{"type", "role"}, {"value", "none"}}}}}}};
  }

  std::vector<Json> questions;
};

// Chromium before 114 leaves the list as it is: each element is described by itself.
TEST(InternalsQuery, DescribesEachElementIfTheListHasNoDetails) {
  AskedPage p;
  p.bridge_asks();
  p.answer(p.sent("Runtime.evaluate").at(0), {{"result", {{"type", "object"}, {"objectId", "list"}}}});
  p.deliver();
  const std::vector<Json> lists = p.sent("Runtime.getProperties");
  ASSERT_THAT(lists, SizeIs(1));
  EXPECT_EQ(lists[0]["params"]["objectId"], "list");
  const auto member = [](const char* name, Json value, bool is_enumerable) {
    return Json{{"name", name}, {"enumerable", is_enumerable}, {"value", std::move(value)}};
  };
  p.answer(lists[0],
           {{"result",
             {member("0", {{"type", "number"}, {"value", 1}}, true), member("1", {{"objectId", "custom"}}, true),
              member("2", {{"objectId", "host"}}, true), member("3", {{"objectId", "gone"}}, true),
              member("length", {{"type", "number"}, {"value", 4}}, false)}}});
  p.deliver();
  const std::vector<Json> described = p.sent("DOM.describeNode");
  ASSERT_THAT(described, SizeIs(3));
  EXPECT_EQ(described[1]["params"]["objectId"], "host");
  p.answer(described[0], {{"node", {{"backendNodeId", 4}}}});
  p.answer(described[1],
           {{"node", {{"backendNodeId", 5}, {"shadowRoots", {{{"backendNodeId", 6}, {"shadowRootType", "closed"}}}}}}});
  p.refuse(described[2]);
  p.deliver();
  const std::vector<Json> questions = p.script.take_sent();
  ASSERT_THAT(questions, SizeIs(2));
  EXPECT_EQ(questions[0]["method"], "Accessibility.getPartialAXTree");
  EXPECT_EQ(questions[0]["params"]["backendNodeId"], 4);
  EXPECT_EQ(questions[1]["method"], "DOM.resolveNode");
  EXPECT_EQ(questions[1]["params"]["backendNodeId"], 6);
  p.answer(questions[0], AskedPage::role("switch"));
  p.answer(questions[1], {{"object", {{"objectId", "root"}}}});
  p.deliver();
  const std::vector<Json> told = p.sent("Runtime.callFunctionOn");
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_THAT(told[0]["params"]["arguments"], SizeIs(2));
  p.answer(told[0], {{"result", {{"value", true}}}});
  p.deliver();
  EXPECT_FALSE(p.is_under_way());
}

// A document that is just going away has no list.
TEST(InternalsQuery, EndsIfThereIsNoList) {
  AskedPage p;
  p.bridge_asks();
  p.answer(p.sent("Runtime.evaluate").at(0), {{"result", {{"type", "undefined"}}}});
  p.deliver();
  EXPECT_FALSE(p.is_under_way());
}

TEST(InternalsQuery, GoesOnFromAnswerToAnswer) {
  AskedPage p;
  p.bridge_asks();
  p.name_elements({AskedPage::custom(4), AskedPage::host(5, 6)});
  ASSERT_THAT(p.questions, SizeIs(2));
  EXPECT_EQ(p.questions[0]["method"], "Accessibility.getPartialAXTree");
  EXPECT_EQ(p.questions[0]["params"]["backendNodeId"], 4);
  EXPECT_EQ(p.questions[1]["method"], "DOM.resolveNode");
  EXPECT_EQ(p.questions[1]["params"]["backendNodeId"], 6);
  p.answer(p.questions[1], {{"object", {{"objectId", "root"}}}});
  p.deliver();
  EXPECT_THAT(p.sent("Runtime.callFunctionOn"), IsEmpty());
  p.answer(p.questions[0], AskedPage::role("switch"));
  p.deliver();
  const std::vector<Json> told = p.sent("Runtime.callFunctionOn");
  ASSERT_THAT(told, SizeIs(1));
  const Json& arguments = told[0]["params"]["arguments"];
  EXPECT_EQ(arguments[0]["value"][0]["role"], "switch");
  EXPECT_EQ(arguments[0]["value"][1]["closed"], true);
  EXPECT_EQ(arguments[1]["objectId"], "root");
  EXPECT_TRUE(p.is_under_way());
  p.answer(told[0], {{"result", {{"type", "boolean"}, {"value", true}}}});
  EXPECT_TRUE(p.awaited(soon()));
  EXPECT_FALSE(p.is_under_way());
}

TEST(InternalsQuery, DoesNotWaitToReportPlainElements) {
  AskedPage p;
  p.bridge_asks();
  p.name_elements({AskedPage::custom(4)});
  p.answer(p.questions.at(0), AskedPage::role("generic"));
  EXPECT_FALSE(p.awaited(soon()));
  EXPECT_FALSE(p.is_under_way());
  EXPECT_THAT(p.sent("Runtime.callFunctionOn"), SizeIs(1));
}

// What is kept from assistive technology just now may have a role for all that.
TEST(InternalsQuery, DoesNotTakeAnIgnoredElementForPlain) {
  AskedPage p;
  p.bridge_asks();
  p.name_elements({AskedPage::custom(4), AskedPage::custom(5)});
  p.answer(p.questions.at(0), AskedPage::ignored("uninteresting"));
  p.answer(p.questions.at(1), AskedPage::ignored("ancestorIsLeafNode"));
  p.deliver();
  const std::vector<Json> told = p.sent("Runtime.callFunctionOn");
  ASSERT_THAT(told, SizeIs(1));
  const Json& facts = told[0]["params"]["arguments"][0]["value"];
  EXPECT_EQ(facts[0]["known"], true);
  EXPECT_EQ(facts[1]["known"], false);
}

TEST(InternalsQuery, IsTheOnlyOneInItsDocument) {
  AskedPage p;
  p.bridge_asks();
  p.bridge_asks();
  EXPECT_THAT(p.sent("Runtime.evaluate"), SizeIs(1));
}

TEST(InternalsQuery, LeavesOutAnElementThatHasGone) {
  AskedPage p;
  p.bridge_asks();
  p.name_elements({AskedPage::custom(4), AskedPage::custom(5), AskedPage::host(6, 7)});
  p.refuse(p.questions.at(0));
  p.answer(p.questions.at(1), AskedPage::role("button"));
  p.refuse(p.questions.at(2));
  p.deliver();
  const std::vector<Json> told = p.sent("Runtime.callFunctionOn");
  ASSERT_THAT(told, SizeIs(1));
  const Json& facts = told[0]["params"]["arguments"][0]["value"];
  EXPECT_EQ(facts[0]["known"], false);
  EXPECT_EQ(facts[1]["role"], "button");
  EXPECT_EQ(facts[2]["closed"], false);
  EXPECT_THAT(told[0]["params"]["arguments"], SizeIs(1));
}

TEST(InternalsQuery, EndsWithItsDocumentAndTheNextMayBegin) {
  AskedPage p;
  p.bridge_asks();
  const std::vector<Json> lists = p.sent("Runtime.evaluate");
  ASSERT_THAT(lists, SizeIs(1));
  p.refuse(lists[0]);
  EXPECT_FALSE(p.awaited(soon()));
  p.bridge_asks();
  EXPECT_TRUE(p.is_under_way());
}

TEST(InternalsQuery, IsNotWaitedForPastTheDeadlineButGoesOn) {
  AskedPage p;
  p.bridge_asks();
  EXPECT_FALSE(p.awaited(Deadline::in(std::chrono::milliseconds(1))));
  EXPECT_TRUE(p.is_under_way());
  p.name_elements({AskedPage::custom(4)});
  EXPECT_THAT(p.questions, SizeIs(1));
}

}  // namespace
}  // namespace casement
