#include "casement/mcp/http_transport.h"

#include <gmock/gmock.h>

#include <future>

#include "casement/base/error.h"
#include "specs/unit/http/loopback_client.h"

namespace casement::mcp {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kBoth = "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n";

class McpHttp : public testing::Test {
 protected:
  McpHttp() {
    Tool greet{"greet", "Greets"};
    greet.run = [](Call&, const Json&) { return text_result("Hello"); };
    server.add(std::move(greet));
    Tool counts{"counts", "Tells how far it is"};
    counts.run = [](Call& call, const Json&) {
      call.progress(1, 2);
      return text_result("done");
    };
    server.add(std::move(counts));
    Tool asks{"asks", "Asks for a name"};
    asks.run = [](Call& call, const Json&) {
      return text_result("Hello " + call.ask_one({"name", "elicitation/create"})["content"]["v"].get<std::string>());
    };
    server.add(std::move(asks));
    Tool waits{"waits", "Waits until it is to stop"};
    waits.run = [this](Call& call, const Json&) {
      call.progress(1);
      std::promise<void> stop;
      const std::stop_callback stops(call.stopped(), [&] { stop.set_value(); });
      stop.get_future().get();
      stopped.set_value();
      return text_result("stopped");
    };
    server.add(std::move(waits));
  }
  void start(HttpOptions options = {}) { transport.emplace(server, std::move(options)); }

  static std::string host(const HttpTransport& transport) { return "127.0.0.1:" + std::to_string(transport.port()); }
  LoopbackClient connect() { return LoopbackClient(transport->port()); }
  void send(LoopbackClient& client, const Json& message, const std::string& headers = "") {
    client.request("POST", host(*transport), "/mcp", kBoth + headers, dump_json(message));
  }
  Response ask(const Json& message, const std::string& headers = "") {
    LoopbackClient client = connect();
    send(client, message, headers);
    return client.receive();
  }
  static Json initialize() {
    return request(0, "initialize",
                   {{"protocolVersion", "2025-11-25"}, {"capabilities", {{"elicitation", Json::object()}}}});
  }
  // The headers of another session.
  std::string open() {
    const Response response = ask(initialize());
    EXPECT_EQ(response.status, 200) << response.body;
    const std::string id = response.header("Mcp-Session-Id");
    EXPECT_EQ(id.size(), 32U);
    return "Mcp-Session-Id: " + id + "\r\nMCP-Protocol-Version: 2025-11-25\r\n";
  }
  static Json call(const std::string& tool, Json more = Json::object()) {
    more["name"] = tool;
    return request(7, "tools/call", std::move(more));
  }
  static Json newest(const std::string& method, Json params = Json::object()) {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28";
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = Json::object();
    return request(7, method, std::move(params));
  }
  static std::string newest_headers(const std::string& method, const std::string& name = "") {
    return "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + method + "\r\n" +
           (name.empty() ? "" : "Mcp-Name: " + name + "\r\n");
  }

  // The first session that has ended.
  void tell_end(const std::string& key) {
    std::call_once(once, [&] { ended.set_value(key); });
  }

  Server server{{"spec", "Spec", "1", "", true}};
  std::promise<void> stopped;
  std::once_flag once;
  std::promise<std::string> ended;
  std::optional<HttpTransport> transport;
};

TEST_F(McpHttp, OpensASessionAndAnswersItsRequests) {
  start();
  const std::string session = open();
  EXPECT_EQ(ask(notification("notifications/initialized", Json::object()), session).status, 202);
  const Response response = ask(call("greet"), session);
  EXPECT_EQ(response.header("Content-Type"), "application/json");
  EXPECT_EQ(parse_json(response.body)["result"]["content"][0]["text"], "Hello");
}

TEST_F(McpHttp, KnowsNoOtherSessions) {
  start();
  const std::string session = open();
  EXPECT_NE(open(), session);
  EXPECT_EQ(ask(call("greet")).status, 400) << "it belongs to none";
  EXPECT_EQ(ask(call("greet"), "Mcp-Session-Id: 1234\r\n").status, 404);
  EXPECT_EQ(ask(initialize(), session).status, 400) << "it is open already";
}

TEST_F(McpHttp, RefusesRevisionsThatItDoesNotSpeak) {
  start();
  const std::string session = open();
  const std::string id = session.substr(0, session.find('\n') + 1);
  EXPECT_EQ(ask(call("greet"), id).status, 200) << "the session knows its revision";
  EXPECT_EQ(ask(call("greet"), id + "MCP-Protocol-Version: 2025-06-18\r\n").status, 200);
  const Response refused = ask(call("greet"), id + "MCP-Protocol-Version: 1999-01-01\r\n");
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(parse_json(refused.body)["error"]["data"]["requested"], "1999-01-01");
}

TEST_F(McpHttp, ReportsItsProgressInAStream) {
  start();
  LoopbackClient client = connect();
  send(client, call("counts", {{"_meta", {{"progressToken", "t"}}}}), open());
  const std::string stream = client.read_until("\r\n0\r\n\r\n");
  EXPECT_THAT(stream, AllOf(HasSubstr("Content-Type: text/event-stream"), HasSubstr("X-Accel-Buffering: no"),
                            HasSubstr("event: message\ndata: {"), HasSubstr("notifications/progress"),
                            HasSubstr("\"text\":\"done\"")));
  EXPECT_LT(stream.find("notifications/progress"), stream.find("done"));
}

TEST_F(McpHttp, AsksInTheStreamAndTakesTheAnswerFromAnotherRequest) {
  start();
  const std::string session = open();
  LoopbackClient client = connect();
  send(client, call("asks"), session);
  const std::string question = client.read_until("elicitation/create");
  client.read_until("\n\n");
  EXPECT_THAT(question, HasSubstr("casement-1"));
  const Json answer = {{"jsonrpc", "2.0"}, {"id", "casement-1"}, {"result", {{"content", {{"v", "Ada"}}}}}};
  EXPECT_EQ(ask(answer, open()).status, 202) << "of another session: nobody asked";
  EXPECT_EQ(ask(answer, session).status, 202);
  EXPECT_THAT(client.read_until("\r\n0\r\n\r\n"), HasSubstr("Hello Ada"));
}

TEST_F(McpHttp, SendsWhatBelongsToNoRequestOnTheStreamOfGet) {
  start();
  const std::string session = open();
  server.tools_changed();  // kept until there is one
  LoopbackClient client = connect();
  client.request("GET", host(*transport), "/mcp", "Accept: text/event-stream\r\n" + session);
  EXPECT_THAT(client.read_until("list_changed"), HasSubstr("text/event-stream"));
  LoopbackClient next = connect();
  next.request("GET", host(*transport), "/mcp", "Accept: text/event-stream\r\n" + session);
  next.read_until(":\n\n");
  EXPECT_THAT(client.read_until("\r\n0\r\n\r\n"), HasSubstr("0\r\n\r\n")) << "the newer one has its place";
  server.tools_changed();
  EXPECT_THAT(next.read_until("list_changed"), HasSubstr("tools/list_changed"));
}

TEST_F(McpHttp, RefusesAStreamWithoutASessionOrToAClientThatTakesNone) {
  start();
  const auto get = [&](const std::string& headers) {
    LoopbackClient client = connect();
    return client.get(host(*transport), "/mcp", headers).status;
  };
  EXPECT_EQ(get("Accept: application/json\r\n" + open()), 406);
  EXPECT_EQ(get("Accept: text/event-stream\r\n"), 400);
  EXPECT_EQ(get("MCP-Protocol-Version: 2026-07-28\r\n"), 405);
  LoopbackClient put = connect();
  put.request("PUT", host(*transport), "/mcp");
  EXPECT_EQ(put.receive().header("Allow"), "GET, POST, DELETE");
}

TEST_F(McpHttp, EndsASessionWithItsRunningRequests) {
  HttpOptions options;
  options.session_ended = [this](const std::string& key) { tell_end(key); };
  start(options);
  const std::string session = open();
  LoopbackClient busy = connect();
  send(busy, call("waits", {{"_meta", {{"progressToken", 1}}}}), session);
  busy.read_until("notifications/progress");
  LoopbackClient client = connect();
  client.request("DELETE", host(*transport), "/mcp", session);
  EXPECT_EQ(client.receive().status, 204);
  stopped.get_future().get();
  EXPECT_THAT(session, HasSubstr(ended.get_future().get()));
  EXPECT_EQ(ask(call("greet"), session).status, 404);
  EXPECT_EQ(ask(call("greet"), open()).status, 200);
}

TEST_F(McpHttp, StopsARequestThatItsSessionCancels) {
  start();
  const std::string session = open();
  LoopbackClient busy = connect();
  send(busy, call("waits", {{"_meta", {{"progressToken", 1}}}}), session);
  busy.read_until("notifications/progress");
  EXPECT_EQ(ask(notification("notifications/cancelled", {{"requestId", 7}}), session).status, 202);
  EXPECT_THAT(busy.read_until("\r\n0\r\n\r\n"), Not(HasSubstr("stopped"))) << "nobody waits for the answer";
}

TEST_F(McpHttp, EndsSessionsThatNobodyUses) {
  HttpOptions options;
  options.idle_session = Milliseconds{1};
  options.limits.housekeeping = Milliseconds{1};
  options.session_ended = [this](const std::string& key) { tell_end(key); };
  start(options);
  const std::string session = open();
  EXPECT_THAT(session, HasSubstr(ended.get_future().get()));
}

TEST_F(McpHttp, RefusesMoreSessionsThanItHasRoomFor) {
  HttpOptions options;
  options.most_sessions = 1;
  start(options);
  const std::string session = open();
  EXPECT_EQ(ask(initialize()).status, 503);
  LoopbackClient client = connect();
  client.request("DELETE", host(*transport), "/mcp", session);
  EXPECT_EQ(client.receive().status, 204);
  open();
}

TEST_F(McpHttp, KeepsNoSessionThatWasNotOpened) {
  HttpOptions options;
  options.most_sessions = 1;
  start(options);
  const Response refused = ask(request(0, "initialize", Json::object()));
  EXPECT_TRUE(parse_json(refused.body).contains("error"));
  EXPECT_THAT(refused.header("Mcp-Session-Id"), IsEmpty());
  open();
}

TEST_F(McpHttp, AnswersGarbageAndGoesOn) {
  start();
  const std::string session = open();
  for (const char* body :
       {"{", "[]", "null", "{\"jsonrpc\":\"2.0\"}", "\xff\xfe", "[{\"jsonrpc\":\"2.0\",\"id\":1}]"}) {
    LoopbackClient client = connect();
    client.request("POST", host(*transport), "/mcp", kBoth + session, body);
    const Response response = client.receive();
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_LT(parse_json(response.body)["error"]["code"], 0) << body;
  }
  LoopbackClient large = connect();
  large.request("POST", host(*transport), "/mcp", kBoth + session, std::string(50'000'000, 'x'));
  EXPECT_EQ(large.receive().status, 413);
  EXPECT_EQ(ask(call("greet"), session).status, 200);
}

TEST_F(McpHttp, NeedsItsToken) {
  HttpOptions options;
  options.token = std::string(32, 'k');
  start(options);
  EXPECT_EQ(ask(initialize()).status, 401);
  EXPECT_EQ(ask(initialize(), "Authorization: Bearer " + options.token + "\r\n").status, 200);
}

TEST_F(McpHttp, AnswersTheNewestWithoutASession) {
  start();
  const Response response = ask(newest("tools/call", {{"name", "greet"}}), newest_headers("tools/call", "greet"));
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(parse_json(response.body)["result"]["resultType"], "complete");
  EXPECT_THAT(response.header("Mcp-Session-Id"), IsEmpty());
}

TEST_F(McpHttp, GivesTheNewestTheStatusOfItsErrors) {
  start();
  const auto status_and_code = [&](const Json& message, const std::string& headers) {
    const Response response = ask(message, headers);
    const Json body = parse_json(response.body);
    EXPECT_EQ(body["id"], 7);
    return std::pair{response.status, body["error"]["code"].get<int>()};
  };
  EXPECT_EQ(status_and_code(newest("no/such"), newest_headers("no/such")), std::pair(404, -32601));
  EXPECT_EQ(status_and_code(newest("ping"), newest_headers("ping")), std::pair(404, -32601));
  EXPECT_EQ(status_and_code(newest("tools/list"), newest_headers("tools/call")), std::pair(400, -32020));
  EXPECT_EQ(status_and_code(newest("tools/list"), "MCP-Protocol-Version: 2026-07-28\r\n"), std::pair(400, -32020));
  EXPECT_EQ(status_and_code(newest("tools/list"), "Mcp-Method: tools/list\r\n"), std::pair(400, -32020));
  EXPECT_EQ(status_and_code(request(7, "server/discover", Json::object()), newest_headers("server/discover")),
            std::pair(400, -32602));
  EXPECT_EQ(status_and_code(newest("tools/call", {{"name", "asks"}}), newest_headers("tools/call", "asks")),
            std::pair(400, -32021));
  EXPECT_EQ(status_and_code(newest("tools/call", {{"name", "none"}}), newest_headers("tools/call", "none")),
            std::pair(200, -32602));
}

TEST_F(McpHttp, TakesTheEndOfTheNewestsStreamForItsCancelling) {
  start();
  {
    LoopbackClient busy = connect();
    Json message = newest("tools/call", {{"name", "waits"}});
    message["params"]["_meta"]["progressToken"] = 1;
    send(busy, message, newest_headers("tools/call", "waits"));
    busy.read_until("notifications/progress");
  }
  stopped.get_future().get();
}

TEST_F(McpHttp, ReportsChangesToASubscriptionUntilTheEnd) {
  start();
  LoopbackClient client = connect();
  send(client, newest("subscriptions/listen", {{"notifications", {{"toolsListChanged", true}}}}),
       newest_headers("subscriptions/listen"));
  EXPECT_THAT(client.read_until("acknowledged"), HasSubstr("text/event-stream"));
  server.tools_changed();
  EXPECT_THAT(client.read_until("list_changed"), HasSubstr("tools/list_changed"));
  transport.reset();
  EXPECT_THAT(client.read_until("\r\n0\r\n\r\n"), AllOf(HasSubstr("\"id\":7"), HasSubstr("complete")));
}

TEST_F(McpHttp, StopsRunningRequestsAtItsEnd) {
  start();
  LoopbackClient busy = connect();
  send(busy, call("waits", {{"_meta", {{"progressToken", 1}}}}), open());
  busy.read_until("notifications/progress");
  transport.reset();
  stopped.get_future().get();
  EXPECT_TRUE(busy.is_closed());
}

TEST_F(McpHttp, RefusesRequestsBeyondItsThreads) {
  HttpOptions options;
  options.most_requests = 1;
  start(options);
  const std::string session = open();
  LoopbackClient busy = connect();
  send(busy, call("waits", {{"_meta", {{"progressToken", 1}}}}), session);
  busy.read_until("notifications/progress");
  Json other = call("greet");
  other["id"] = 8;
  const Response refused = ask(other, session);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(parse_json(refused.body)["error"]["code"], -32000);
  EXPECT_EQ(ask(request(9, "ping", Json::object()), session).status, 200) << "what is answered at once";
}

}  // namespace
}  // namespace casement::mcp
