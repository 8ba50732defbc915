#include "casement/mcp/http_gate.h"

#include <gmock/gmock.h>

namespace casement::mcp {
namespace {

const HttpGate kGate{8931, "0123456789abcdef0123456789abcdef"};

http::HttpRequest asked_with(HttpHeaders headers, const std::string& path = "/mcp") {
  http::HttpRequest http;
  http.request.method = "POST";
  http.request.path = path;
  http.request.headers = std::move(headers);
  return http;
}

int gate_status(HttpHeaders headers, const std::string& path = "/mcp") {
  const auto refused = refused_at_gate(asked_with(std::move(headers), path), kGate);
  return refused ? refused->status : 0;
}

const std::pair<std::string, std::string> kHost{"Host", "127.0.0.1:8931"};
const std::pair<std::string, std::string> kToken{"Authorization", "Bearer " + kGate.token};

TEST(HttpGate, AcceptsTheTokenAtALoopbackName) {
  for (const char* host : {"127.0.0.1:8931", "localhost:8931", "LOCALHOST:8931", "[::1]:8931"}) {
    EXPECT_EQ(gate_status({{"Host", host}, kToken}), 0) << host;
  }
  EXPECT_EQ(gate_status({kHost, {"authorization", "bearer " + kGate.token}}), 0) << "names of schemes have no case";
}

TEST(HttpGate, RefusesNamesThatOthersGaveThisMachine) {
  for (const char* host : {"evil.example.com", "evil.example.com:8931", "127.0.0.1", "127.0.0.1:80", "localhost:89310",
                           "localhost.evil.com:8931", "127.0.0.1:8931.evil.com", ""}) {
    EXPECT_EQ(gate_status({{"Host", host}, kToken}), 403) << host;
  }
}

TEST(HttpGate, RefusesPagesOfOtherOrigins) {
  EXPECT_EQ(gate_status({kHost, kToken, {"Origin", "http://localhost:8931"}}), 0);
  for (const char* origin : {"http://evil.example.com", "http://localhost:3000", "https://localhost:8931", "null", "",
                             "http://localhost:8931.evil.com", "http://localhost:8931@evil.com"}) {
    EXPECT_EQ(gate_status({kHost, kToken, {"Origin", origin}}), 403) << origin;
  }
}

TEST(HttpGate, NeedsTheWholeToken) {
  EXPECT_EQ(gate_status({kHost}), 401);
  for (const std::string& wrong : {std::string("Bearer "), "Bearer " + kGate.token.substr(1), "Basic " + kGate.token,
                                   "Bearer " + kGate.token + "0", kGate.token}) {
    EXPECT_EQ(gate_status({kHost, {"Authorization", wrong}}), 401) << wrong;
  }
  const auto refused = refused_at_gate(asked_with({kHost}), kGate);
  EXPECT_EQ(*find_header(refused->headers, "WWW-Authenticate"), "Bearer");
}

TEST(HttpGate, AnswersAtOneAddress) {
  EXPECT_EQ(gate_status({kHost, kToken}, "/"), 404);
  EXPECT_EQ(gate_status({kHost}, "/"), 401) << "strangers do not learn what is there";
}

TEST(HttpGate, NeedsJsonAndAClientThatTakesBothForms) {
  const auto form = [](const char* type, const char* accept) {
    ServedRequest one;
    if (*type != 0) one.headers.emplace_back("Content-Type", type);
    if (*accept != 0) one.headers.emplace_back("Accept", accept);
    const auto refused = refused_form(one);
    return refused ? refused->status : 0;
  };
  EXPECT_EQ(form("application/json", "application/json, text/event-stream"), 0);
  EXPECT_EQ(form("Application/JSON; charset=utf-8", "text/*;q=0.5,application/*"), 0);
  EXPECT_EQ(form("application/json", ""), 0);
  EXPECT_EQ(form("application/json", "*/*"), 0);
  EXPECT_EQ(form("application/json", "application/json"), 406);
  EXPECT_EQ(form("application/json", "text/event-stream"), 406);
  EXPECT_EQ(form("text/plain", "*/*"), 415) << "a page can send this without a question before";
  EXPECT_EQ(form("", "*/*"), 415);
}

class Headers : public testing::Test {
 protected:
  Headers() {
    tool.name = "query";
    tool.input_schema = Json::parse(R"({"type":"object","properties":{
      "region":{"type":"string","x-mcp-header":"Region"},"limit":{"type":"integer","x-mcp-header":"Limit"},
      "deep":{"type":"object","properties":{"dry":{"type":"boolean","x-mcp-header":"Dry"}}}}})");
  }
  // Whether they say what the body says.
  bool fit(HttpHeaders more, Json arguments = Json::object(), const char* name = "query") {
    ServedRequest one;
    one.headers = {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}};
    for (auto& header : more) one.headers.push_back(std::move(header));
    Message message;
    message.method = "tools/call";
    message.params = {{"name", name}, {"arguments", std::move(arguments)}};
    message.params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28";
    const auto wrong = header_mismatch(one, message, &tool);
    EXPECT_TRUE(!wrong || wrong->code == RpcCode::HeaderMismatch);
    return !wrong;
  }
  Tool tool;
};

TEST_F(Headers, MustRepeatTheBody) {
  EXPECT_TRUE(fit({{"Mcp-Name", "query"}}));
  EXPECT_FALSE(fit({})) << "it is missing";
  EXPECT_FALSE(fit({{"Mcp-Name", "other"}}));
  EXPECT_FALSE(fit({{"Mcp-Name", "Query"}})) << "values have a case";
  EXPECT_FALSE(fit({{"Mcp-Name", "query"}, {"mcp-name", "query"}})) << "who is between may read the other";
  EXPECT_FALSE(fit({{"Mcp-Name", "query"}, {"MCP-Protocol-Version", "2025-11-25"}}));
}

TEST_F(Headers, MayBeInBase64) {
  EXPECT_TRUE(fit({{"Mcp-Name", "=?base64?cXVlcnk=?="}}));
  EXPECT_TRUE(fit({{"Mcp-Name", "=?base64?ZsO8cg==?="}}, Json::object(), "für"));
  EXPECT_FALSE(fit({{"Mcp-Name", "für"}}, Json::object(), "für")) << "a header is ASCII";
  EXPECT_FALSE(fit({{"Mcp-Name", "=?base64?cXVlcnk?="}})) << "without its padding";
  EXPECT_FALSE(fit({{"Mcp-Name", "=?base64?cXV!cnk=?="}}));
}

TEST_F(Headers, RepeatArgumentsThatTheSchemaNames) {
  const std::pair<std::string, std::string> name{"Mcp-Name", "query"};
  EXPECT_TRUE(fit({name, {"Mcp-Param-Region", "eu"}}, {{"region", "eu"}}));
  EXPECT_FALSE(fit({name}, {{"region", "eu"}})) << "it is missing";
  EXPECT_FALSE(fit({name, {"Mcp-Param-Region", "us"}}, {{"region", "eu"}}));
  EXPECT_FALSE(fit({name, {"Mcp-Param-Region", "eu"}})) << "the body has none";
  EXPECT_TRUE(fit({name}, {{"region", nullptr}}));
  EXPECT_TRUE(fit({name, {"Mcp-Param-Limit", "42.0"}}, {{"limit", 42}})) << "numbers are compared as such";
  EXPECT_FALSE(fit({name, {"Mcp-Param-Limit", "42x"}}, {{"limit", 42}}));
  EXPECT_TRUE(fit({name, {"Mcp-Param-Dry", "true"}}, {{"deep", {{"dry", true}}}}));
  EXPECT_FALSE(fit({name, {"Mcp-Param-Dry", "yes"}}, {{"deep", {{"dry", true}}}}));
}

}  // namespace
}  // namespace casement::mcp
