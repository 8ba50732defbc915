#include "casement/mcp/message.h"

#include <gtest/gtest.h>

namespace casement::mcp {
namespace {

using Kind = Message::Kind;

RpcCode code_of(const std::string& text) {
  const Message message = read_message(text);
  EXPECT_EQ(message.kind, Kind::Invalid) << text;
  return message.problem.code;
}

TEST(McpMessage, IsARequestWithAnIdAndParams) {
  const Message message = read_message(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x"}})");
  EXPECT_EQ(message.kind, Kind::Request);
  EXPECT_EQ(message.id, 7);
  EXPECT_EQ(message.method, "tools/call");
  EXPECT_EQ(message.params["name"], "x");
}

TEST(McpMessage, IsANotificationWithoutAnId) {
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").kind, Kind::Notification);
}

TEST(McpMessage, IsAResponseWithAResultOrAnError) {
  EXPECT_EQ(read_message(R"({"jsonrpc":"2.0","id":"a","result":{"x":1}})").result["x"], 1);
  EXPECT_TRUE(read_message(R"({"jsonrpc":"2.0","id":"a","error":{"code":1}})").failed.has_value());
}

TEST(McpMessage, RefusesInvalidJson) {
  for (const char* text : {"", "{", "GET / HTTP/1.1", "\xff\xfe", "{\"jsonrpc\":\"2.0\""}) {
    EXPECT_EQ(code_of(text), RpcCode::ParseError) << text;
  }
}

TEST(McpMessage, RefusesJsonThatIsNoMessage) {
  for (const char* text :
       {"[]", "1", "null", "{}", R"({"jsonrpc":"1.0","method":"ping","id":1})",
        R"({"jsonrpc":"2.0","method":5,"id":1})", R"({"jsonrpc":"2.0","id":1})",
        R"({"jsonrpc":"2.0","id":null,"method":"ping"})", R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"}) {
    EXPECT_EQ(code_of(text), RpcCode::InvalidRequest) << text;
  }
}

TEST(McpMessage, RefusesParamsThatAreNoObject) {
  EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})"), RpcCode::InvalidParams);
}

TEST(McpMessage, RefusesNestingThatWouldCostTheStack) {
  EXPECT_EQ(code_of(std::string(100'000, '[')), RpcCode::ParseError);
}

TEST(McpMessage, KeepsTheIdOfARequestItRefuses) {
  EXPECT_EQ(read_message(R"({"id":"me","method":"ping"})").id, "me");
}

}  // namespace
}  // namespace casement::mcp
