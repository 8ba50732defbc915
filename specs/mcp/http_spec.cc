// `casement mcp --http` as several agents use it at the same time, each in a Chrome of its own.
#include <sys/stat.h>

#include "casement/process/process_table.h"
#include "specs/mcp/http_client.h"
#include "specs/mcp/mcp_client.h"

namespace casement::specs {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kCart = "http://shop.test/cart";
constexpr const char* kCheckout = "http://shop.test/checkout";

class AgentsOverHttp : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(testing::TempDir()) /
        ("mcp-http-" + std::to_string(::getpid()) + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string token_file() const { return (folder_ / "token").string(); }
  ProgramResult run(std::vector<std::string> options) {
    std::vector<std::string> command{CASEMENT_RUNNER, "mcp"};
    command.insert(command.end(), options.begin(), options.end());
    return run_program(command, {{"CASEMENT_SITES", CASEMENT_SOURCE_DIR "/pages"}});
  }
  const std::vector<std::string> site_{"--site", "checkout"};
  std::filesystem::path folder_;
};

TEST_F(AgentsOverHttp, HaveABrowserEachAndSeeNothingOfOthers) {
  McpHttpServer server(token_file(), site_);
  McpHttpClient ada(server), ben(server);
  ada.done("browser_navigate", {{"url", kCheckout}});
  ben.done("browser_navigate", {{"url", kCart}});
  ada.done("type", {{"target", "textbox \"E-mail\""}, {"text", "ada@example.com"}});
  EXPECT_THAT(ben.done("pages"), AllOf(HasSubstr("/cart"), Not(HasSubstr("/checkout"))));
  EXPECT_THAT(ada.done("pages"), AllOf(HasSubstr("/checkout"), Not(HasSubstr("/cart"))));
  EXPECT_THAT(ben.done("flow_show"), Not(HasSubstr("ada@example.com")));
  EXPECT_EQ(ada.end(), 204);
  EXPECT_THAT(ben.done("browser_snapshot"), HasSubstr("Your cart"));
  EXPECT_EQ(ada.post(ada.tool_request("browser_snapshot", json::object())).status, 404);
}

TEST_F(AgentsOverHttp, EndTheirBrowserWithTheirSession) {
  McpHttpServer server(token_file(), site_);
  McpHttpClient client(server);
  client.done("browser_navigate", {{"url", kCart}});
  const std::vector<pid_t> children = descendants(server.process());
  EXPECT_FALSE(children.empty());
  client.end();
  for (const pid_t child : children) {
    EXPECT_TRUE(wait_until_ended(child, Deadline::in(std::chrono::seconds(20)))) << child;
  }
}

TEST_F(AgentsOverHttp, NameAPageIfTheyHaveNoSession) {
  McpHttpServer server(token_file(), site_);
  using enum McpHttpClient::Era;
  McpHttpClient ada(server, Newest), ben(server, Newest);
  const json opened = ada.call("browser_navigate", {{"url", kCheckout}});
  const std::string page = opened["structuredContent"]["page"];
  EXPECT_THAT(opened["content"][0]["text"].get<std::string>(), HasSubstr("page " + page + ": pass it with each call"));
  const std::string other = ben.call("browser_navigate", {{"url", kCart}})["structuredContent"]["page"];
  EXPECT_NE(page, other);
  EXPECT_THAT(ada.done("pages", {{"page", page}}), Not(HasSubstr("/cart")));
  EXPECT_THAT(ada.done("flow_show", {{"page", page}}), HasSubstr("/checkout"));
  for (const json& wrong : {json::object(), json{{"page", "p1"}}, json{{"page", "p1.0123456789abcdef"}},
                            json{{"page", page + "0"}}, json{{"page", "stdio"}}}) {
    const json result = ben.call("browser_snapshot", wrong);
    EXPECT_TRUE(result.value("isError", false)) << wrong;
  }
  ada.done("browser_close", {{"page", page}});
  EXPECT_TRUE(ada.call("browser_snapshot", {{"page", page}})["isError"]);
  EXPECT_THAT(ben.done("browser_snapshot", {{"page", other}}), HasSubstr("Your cart"));
}

TEST_F(AgentsOverHttp, LeaveNoBrowserAfterAFailedNavigation) {
  McpHttpServer server(token_file(), site_);
  McpHttpClient client(server, McpHttpClient::Era::Newest);
  EXPECT_TRUE(client.call("browser_navigate", {{"url", "http://127.0.0.1:1/"}})["isError"]);
  for (const pid_t child : descendants(server.process())) {
    EXPECT_TRUE(wait_until_ended(child, Deadline::in(std::chrono::seconds(20)))) << child;
  }
}

TEST_F(AgentsOverHttp, CancelACallByLeavingIt) {
  McpHttpServer server(token_file(), site_);
  McpHttpClient client(server, McpHttpClient::Era::Newest);
  const std::string page = client.call("browser_navigate", {{"url", kCart}})["structuredContent"]["page"];
  {
    LoopbackClient left(server.port());
    client.send(left, client.tool_request("wait_for", {{"text", "never"}, {"timeout_ms", 600'000}, {"page", page}}));
  }
  EXPECT_THAT(client.done("browser_snapshot", {{"page", page}}), HasSubstr("Your cart"));
}

TEST_F(AgentsOverHttp, GoOnDespiteMalformedRequestsOfOthers) {
  McpHttpServer server(token_file(), site_);
  McpHttpClient client(server);
  client.done("browser_navigate", {{"url", kCart}});
  LoopbackClient half(server.port()), mute(server.port()), garbage(server.port()), large(server.port());
  half.send("POST /mcp HTTP/1.1\r\nHost: " + server.host() + "\r\nContent-Length: 100\r\n\r\n{");
  const std::string list = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  const std::string ping = "POST /mcp HTTP/1.1\r\nHost: " + server.host() + "\r\n" + server.headers() +
                           "Content-Length: " + std::to_string(list.size()) + "\r\n\r\n" + list;
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += ping;
  mute.send(many);
  garbage.send("\x16\x03\x01\x02\r\n\r\n");
  EXPECT_EQ(garbage.receive().status, 400);
  large.request("POST", server.host(), "/mcp", server.headers(), std::string(50'000'000, 'x'));
  EXPECT_EQ(large.receive().status, 413);
  EXPECT_THAT(client.done("browser_snapshot"), HasSubstr("Your cart"));
}

TEST_F(AgentsOverHttp, GetAnErrorIfTheirOwnChromeDied) {
  McpHttpServer server(token_file(), site_);
  McpHttpClient ada(server);
  ada.done("browser_navigate", {{"url", kCart}});
  const std::vector<pid_t> hers = descendants(server.process());
  McpHttpClient ben(server);
  ben.done("browser_navigate", {{"url", kCart}});
  for (const pid_t child : hers) ::kill(child, SIGKILL);
  EXPECT_EQ(ada.call("browser_snapshot")["structuredContent"]["error"], "connection_lost");
  EXPECT_THAT(ben.done("browser_snapshot"), HasSubstr("Your cart"));
  ada.done("browser_initialize");
  ada.done("browser_navigate", {{"url", kCart}});
}

TEST_F(AgentsOverHttp, NeedTheTokenOfAFileThatIsTheOwnersAlone) {
  McpHttpServer server(token_file());
  EXPECT_THAT(server.said(), HasSubstr("http://127.0.0.1:" + std::to_string(server.port()) + "/mcp"));
  EXPECT_THAT(server.said(), HasSubstr(token_file()));
  struct stat found{};
  ASSERT_EQ(::stat(token_file().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600U);
  LoopbackClient client(server.port());
  client.request("POST", server.host(), "/mcp", "Content-Type: application/json\r\n", "{}");
  EXPECT_EQ(client.receive().status, 401);
  LoopbackClient rebound(server.port());
  rebound.request("POST", "evil.example.com", "/mcp", server.headers(), "{}");
  EXPECT_EQ(rebound.receive().status, 403);
}

TEST_F(AgentsOverHttp, EndAtASignalAndLeaveNothing) {
  McpHttpServer server(token_file(), site_);
  McpHttpClient client(server), other(server, McpHttpClient::Era::Newest);
  client.done("browser_navigate", {{"url", kCart}});
  other.done("browser_navigate", {{"url", kCart}});
  LoopbackClient busy(server.port());
  client.send(busy, client.tool_request("wait_for", {{"text", "never"}, {"timeout_ms", 600'000}}));
  const std::vector<pid_t> children = descendants(server.process());
  EXPECT_EQ(server.end(SIGTERM), 143);
  for (const pid_t child : children) {
    EXPECT_TRUE(wait_until_ended(child, Deadline::in(std::chrono::seconds(20)))) << child;
  }
}

TEST_F(AgentsOverHttp, AreServedOnThisMachineAlone) {
  for (const char* address : {"0.0.0.0:0", "example.com:80", "x", "70000", "-1", "127.0.0.1:", ":"}) {
    const ProgramResult result = run({"--http", address, "--token-file", token_file()});
    EXPECT_EQ(result.exit_code, 2) << address << result.err;
  }
  McpHttpServer server(token_file());
  const ProgramResult taken = run({"--http", std::to_string(server.port()), "--token-file", token_file()});
  EXPECT_EQ(taken.exit_code, 3);
  EXPECT_THAT(taken.err, HasSubstr("Address already in use"));
  std::filesystem::permissions(token_file(), std::filesystem::perms::all);
  const ProgramResult open = run({"--http", "0", "--token-file", token_file()});
  EXPECT_EQ(open.exit_code, 2);
  EXPECT_THAT(open.err, HasSubstr("chmod 600"));
}

}  // namespace
}  // namespace casement::specs
