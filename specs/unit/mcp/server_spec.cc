#include "casement/mcp/server.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"

namespace casement::mcp {
namespace {

using testing::HasSubstr;

class Sent : public Outlet {
 public:
  void send(const Json& message) override { messages.push_back(message); }
  std::vector<Json> messages;
};

class McpServer : public testing::Test {
 protected:
  McpServer() {
    Tool greet;
    greet.name = "greet";
    greet.description = "Greets";
    greet.input_schema = {{"type", "object"},
                          {"additionalProperties", false},
                          {"required", {"name"}},
                          {"properties", {{"name", {{"type", "string"}}}}}};
    greet.run = [](Call& call, const Json& arguments) {
      call.progress(1, 2);
      return text_result("Hello " + arguments["name"].get<std::string>());
    };
    server.add(std::move(greet));
    Tool broken{"broken", "Fails"};
    broken.run = [](Call&, const Json&) -> ToolResult { throw Error(ErrorKind::NotFound, "nothing there"); };
    server.add(std::move(broken));
    Tool asks{"asks", "Asks twice"};
    asks.run = [](Call& call, const Json&) {
      const Json first = call.ask_one({"name", "elicitation/create"});
      const Json second = call.ask_one({"colour", "elicitation/create"});
      return text_result(first["content"]["v"].get<std::string>() + second["content"]["v"].get<std::string>());
    };
    server.add(std::move(asks));
    server.add(Resource{"test://one", "one", "", "text/plain",
                        [](Call&, const std::string& uri) { return Json::array({{{"uri", uri}, {"text", "1"}}}); }});
  }

  Json ask(const std::string& method, Json params, Json id = 1) {
    return server.answer(read_message(dump_json(request(id, method, std::move(params)))), {session, sent, sent})
        .message.value_or(nullptr);
  }
  Json newest(const std::string& method, Json params = Json::object(), Json capabilities = Json::object()) {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28";
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = std::move(capabilities);
    return ask(method, std::move(params));
  }
  void open(const std::string& revision = "2025-11-25") {
    ask("initialize", {{"protocolVersion", revision}, {"capabilities", Json::object()}}, 0);
  }

  Server server{{"spec", "Spec", "1", "Be kind.", true}};
  Session session{"one"};
  std::shared_ptr<Sent> sent = std::make_shared<Sent>();
};

TEST_F(McpServer, AgreesOnTheRevisionThatIsAskedFor) {
  for (const char* revision : {"2025-06-18", "2025-11-25"}) {
    EXPECT_EQ(ask("initialize", {{"protocolVersion", revision}})["result"]["protocolVersion"], revision);
  }
  EXPECT_EQ(ask("initialize", {{"protocolVersion", "1999-01-01"}})["result"]["protocolVersion"], "2025-11-25");
}

TEST_F(McpServer, NeedsASessionOrARequestThatSpeaksForItself) {
  EXPECT_EQ(ask("tools/list", Json::object())["error"]["code"], -32600);
  open();
  EXPECT_TRUE(ask("tools/list", Json::object()).contains("result"));
}

TEST_F(McpServer, StatesForTheNewestRevisionWhetherAResultMayBeCached) {
  const Json list = newest("tools/list")["result"];
  EXPECT_EQ(list["resultType"], "complete");
  EXPECT_EQ(list["cacheScope"], "public");
  EXPECT_GT(list["ttlMs"], 0);
  open();
  EXPECT_FALSE(ask("tools/list", Json::object())["result"].contains("ttlMs")) << "older revisions have no such thing";
}

TEST_F(McpServer, RefusesARevisionThatItDoesNotSpeak) {
  Json meta = {{"io.modelcontextprotocol/protocolVersion", "v999"},
               {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
  const Json error = ask("server/discover", {{"_meta", meta}})["error"];
  EXPECT_EQ(error["code"], -32022);
  EXPECT_EQ(error["data"]["requested"], "v999");
}

TEST_F(McpServer, HasNoMethodsOfTheOlderRevisionsInTheNewest) {
  for (const char* method : {"initialize", "ping", "logging/setLevel", "resources/subscribe"}) {
    EXPECT_EQ(newest(method)["error"]["code"], -32601) << method;
  }
}

TEST_F(McpServer, CallsAToolAndReportsItsProgress) {
  open();
  const Json answer =
      ask("tools/call", {{"name", "greet"}, {"arguments", {{"name", "Ada"}}}, {"_meta", {{"progressToken", "t"}}}});
  EXPECT_EQ(answer["result"]["content"][0]["text"], "Hello Ada");
  ASSERT_EQ(sent->messages.size(), 1U);
  EXPECT_EQ(sent->messages[0]["params"]["progressToken"], "t");
}

TEST_F(McpServer, AnswersWrongArgumentsSoThatTheModelCanMendThem) {
  open();
  const Json result = ask("tools/call", {{"name", "greet"}, {"arguments", {{"nmae", "Ada"}}}})["result"];
  EXPECT_TRUE(result["isError"]);
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(), HasSubstr("did you mean 'name'?"));
}

TEST_F(McpServer, NamesTheNearestOfAnUnknownTool) {
  open();
  EXPECT_THAT(ask("tools/call", {{"name", "gret"}})["error"]["message"].get<std::string>(), HasSubstr("'greet'"));
}

TEST_F(McpServer, MakesAResultOfAnExceptionOfATool) {
  open();
  const Json result = ask("tools/call", {{"name", "broken"}})["result"];
  EXPECT_TRUE(result["isError"]);
  EXPECT_EQ(result["content"][0]["text"], "nothing there");
}

TEST_F(McpServer, HasTheNewestRepeatARequestWithTheAnswers) {
  const Json can = {{"elicitation", Json::object()}};
  const Json first = newest("tools/call", {{"name", "asks"}}, can)["result"];
  EXPECT_EQ(first["resultType"], "input_required");
  EXPECT_TRUE(first["inputRequests"].contains("name"));
  const Json second = newest("tools/call",
                             {{"name", "asks"},
                              {"requestState", first["requestState"]},
                              {"inputResponses", {{"name", {{"content", {{"v", "Ada"}}}}}}}},
                             can)["result"];
  EXPECT_TRUE(second["inputRequests"].contains("colour"));
  const Json third = newest("tools/call",
                            {{"name", "asks"},
                             {"requestState", second["requestState"]},
                             {"inputResponses", {{"colour", {{"content", {{"v", "blue"}}}}}}}},
                            can)["result"];
  EXPECT_EQ(third["content"][0]["text"], "Adablue") << "the first answer came back with the state";
}

TEST_F(McpServer, RefusesAStateThatItDidNotGive) {
  EXPECT_EQ(newest("tools/call", {{"name", "asks"}, {"requestState", "forged"}})["error"]["code"], -32602);
}

TEST_F(McpServer, AsksNoQuestionThatTheClientCannotAnswer) {
  const Json error = newest("tools/call", {{"name", "asks"}})["error"];
  EXPECT_EQ(error["code"], -32021);
  EXPECT_TRUE(error["data"]["requiredCapabilities"].contains("elicitation"));
}

TEST_F(McpServer, ReportsAMissingResourceInTheFormOfEachRevision) {
  EXPECT_EQ(newest("resources/read", {{"uri", "test://none"}})["error"]["code"], -32602);
  open();
  EXPECT_EQ(ask("resources/read", {{"uri", "test://none"}})["error"]["code"], -32002);
  EXPECT_EQ(ask("resources/read", {{"uri", "test://one"}})["result"]["contents"][0]["text"], "1");
}

TEST_F(McpServer, SendsAStreamOnlyTheRequestedUpdates) {
  EXPECT_TRUE(newest("subscriptions/listen", {{"notifications", {{"toolsListChanged", true}}}}).is_null());
  ASSERT_EQ(sent->messages.size(), 1U);
  EXPECT_EQ(sent->messages[0]["method"], "notifications/subscriptions/acknowledged");
  server.prompts_changed();
  server.tools_changed();
  ASSERT_EQ(sent->messages.size(), 2U);
  EXPECT_EQ(sent->messages[1]["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 1);
  server.answer(read_message(dump_json(notification("notifications/cancelled", {{"requestId", 1}}))),
                {session, sent, sent});
  server.tools_changed();
  EXPECT_EQ(sent->messages.size(), 2U) << "it was cancelled";
  EXPECT_EQ(session.in_progress(), 0U);
}

TEST_F(McpServer, DoesNotAnswerCancelledRequests) {
  Tool slow{"slow", "Is cancelled meanwhile"};
  slow.run = [&](Call& call, const Json&) {
    session.cancel(1);
    return text_result(call.stopped().stop_requested() ? "stopped" : "went on");
  };
  server.add(std::move(slow));
  open();
  EXPECT_TRUE(ask("tools/call", {{"name", "slow"}}).is_null());
}

TEST_F(McpServer, RefusesUnnamedArgumentsOfAClosedToolWithoutSayingSoInTheList) {
  Tool closed{"closed", "Takes a word", {{"type", "object"}, {"properties", {{"word", {{"type", "string"}}}}}}};
  closed.is_closed = true;
  closed.run = [](Call&, const Json&) { return text_result("taken"); };
  server.add(std::move(closed));
  open();
  const auto call = [&](Json arguments) {
    return ask("tools/call", {{"name", "closed"}, {"arguments", std::move(arguments)}})["result"];
  };
  EXPECT_EQ(call({{"word", "a"}})["content"][0]["text"], "taken");
  const Json refused = call({{"wrod", "a"}});
  EXPECT_EQ(refused["isError"], true);
  EXPECT_THAT(refused["content"][0]["text"].get<std::string>(), HasSubstr("did you mean 'word'?"));
  EXPECT_EQ(ask("tools/list", Json::object()).dump().find("\"word\":{\"type\":\"string\"}}},\"additional"),
            std::string::npos);
}

TEST_F(McpServer, SendsAnUpdateOnlyToItsSession) {
  open();
  ask("resources/subscribe", {{"uri", "test://one"}});
  sent->messages.clear();
  server.resource_updated("test://one", "another");
  server.resource_updated("test://none", "one");
  EXPECT_TRUE(sent->messages.empty());
  server.resource_updated("test://one", "one");
  server.resource_updated("test://one");
  EXPECT_EQ(sent->messages.size(), 2U);
}

}  // namespace
}  // namespace casement::mcp
