// `casement mcp` as an agent uses it: over its standard input and output, in a Chrome.
#include <fcntl.h>

#include <map>

#include "casement/base/characters.h"
#include "casement/base/regex.h"
#include "casement/process/process_table.h"
#include "specs/mcp/mcp_client.h"
#include "specs/support/run_program.h"

namespace casement::specs {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Agent : public testing::Test {
 protected:
  void SetUp() override {
    ::signal(SIGPIPE, SIG_IGN);
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("mcp-" + std::to_string(::getpid()) + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string ref_of(const std::string& text, const std::string& words) {
    const auto found = Regex(words + "[^\\n]*\\[ref=(\\w+)\\]").groups(text);
    EXPECT_EQ(found.size(), 2U) << words << "\n" << text;
    return found.size() == 2 ? found[1] : "";
  }

  std::filesystem::path folder_;
};

TEST_F(Agent, HasTheThirteenToolsByNameAndArgumentsAndAShortList) {
  McpClient client({});
  client.open();
  const json answer = client.ask("tools/list", json::object());
  EXPECT_LE(answer["result"].dump().size(), 16'000U) << "4,000 tokens";
  std::map<std::string, json> tools;
  for (const json& tool : answer["result"]["tools"]) tools[tool["name"]] = tool["inputSchema"];
  const std::map<std::string, std::vector<std::string>> owed = {{"browser_initialize", {}},
                                                                {"browser_navigate", {"url"}},
                                                                {"browser_snapshot", {}},
                                                                {"browser_click", {"ref"}},
                                                                {"browser_type", {"ref", "text"}},
                                                                {"wait_for_browser", {}},
                                                                {"browser_close", {}},
                                                                {"resolve_container", {"ref"}},
                                                                {"inspect_pattern", {"ref", "ancestorLevel"}},
                                                                {"extract_anchors", {"ref", "ancestorLevel"}},
                                                                {"get_current_role", {}},
                                                                {"list_current_roles", {}},
                                                                {"select_role", {}}};
  for (const auto& [name, required] : owed) {
    ASSERT_TRUE(tools.contains(name)) << name;
    EXPECT_EQ(tools[name].value("required", std::vector<std::string>()), required) << name;
  }
  EXPECT_EQ(tools["wait_for_browser"]["properties"]["milliseconds"]["default"], 1000);
}

TEST_F(Agent, PaysWithThreeDSecureAndLeavesATestThatPasses) {
  McpClient client({"--site", "checkout", "--output", folder_.string()});
  client.open();
  const std::string cart = client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  const std::string form = client.done("browser_click", {{"ref", ref_of(cart, "button \"Checkout\"")}});
  client.done("fill_form", {{"fields",
                             {{{"ref", ref_of(form, "textbox \"E-mail\"")}, {"value", "ada@example.com"}},
                              {{"ref", ref_of(form, "textbox \"Full name\"")}, {"value", "Ada Lovelace"}},
                              {{"target", "textbox \"Address\""}, {"value", "12 Harbour Street, Galway"}},
                              {{"target", "textbox \"Card number\""}, {"value", "4000 0027 6000 3184"}},
                              {{"target", "textbox \"Expiration\""}, {"value", "12 / 34"}},
                              {{"target", "textbox \"CVC\""}, {"value", "123"}}}}});
  client.done("select", {{"target", "combobox \"Country\""}, {"values", {"Ireland"}}});
  client.done("check", {{"ref", ref_of(form, "checkbox \"I accept the terms\"")}});
  client.done("click", {{"target", "button \"Pay €42.00\""}});
  client.done("expect", {{"expect", "dialog \"Authentication\""}});
  client.done("type", {{"target", "textbox \"Code\" in iframe \"Bank challenge\""}, {"text", "123456"}});
  client.done("click", {{"target", "button \"Confirm\" in iframe \"Bank challenge\""}});
  client.done("expect", {{"expect", "text \"Thank you\""}});
  client.done("expect", {{"expect", {{"url", "*/receipt/*"}}}});
  client.done("flow_save", {{"path", "paid.flow.yaml"}, {"name", "Paid"}});
  std::ifstream in(folder_ / "paid.flow.yaml");
  const std::string flow((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_THAT(flow, AllOf(HasSubstr("button \\\"Checkout\\\""), Not(HasSubstr("\"e2"))));
  const ProgramResult run = run_program(
      {CASEMENT_RUNNER, "run", (folder_ / "paid.flow.yaml").string(), "--report-dir", (folder_ / "reports").string()},
      {{"CASEMENT_SITES", CASEMENT_SOURCE_DIR "/pages"}});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err << flow;
}

TEST_F(Agent, ReportsChangesAndNotThePageAgain) {
  McpClient client({"--site", "checkout"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/checkout"}});
  const std::string changed = client.done("type", {{"target", "textbox \"E-mail\""}, {"text", "ada@example.com"}});
  EXPECT_THAT(changed, AllOf(HasSubstr("ada@example.com"), Not(HasSubstr("Order summary"))));
}

TEST_F(Agent, RefusesPrivateAddressesFilesAndSourcesUnlessAllowed) {
  McpClient client({});
  client.open();
  for (const char* url :
       {"http://127.0.0.1:1/", "http://localhost:1/", "http://[::1]:1/", "http://10.0.0.1/",
        "http://[::ffff:127.0.0.1]:1/", "file:///etc/passwd", "view-source:http://127.0.0.1/", "http://2130706433:1/",
        "http://0x7f.1:1/", "http://127.1:1/", "chrome://version", "javascript:alert(1)"}) {
    const json result = client.call("browser_navigate", {{"url", url}});
    EXPECT_TRUE(result.value("isError", false)) << url;
    EXPECT_EQ(result["structuredContent"].value("error", ""), "usage") << url;
  }
}

TEST_F(Agent, RefusesPrivateAddressesToScriptsOfAPageToo) {
  McpClient client({"--site", "checkout", "--allow-evaluate", "--tools", "all"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  client.done("evaluate", {{"expression", "fetch('http://127.0.0.1:1/secret').catch(() => 'no')"}});
  EXPECT_THAT(client.done("network", {{"url", "*/secret"}}), HasSubstr("aborted by the route"));
}

TEST_F(Agent, RunsNoScriptsUnlessAllowed) {
  McpClient client({"--site", "checkout", "--tools", "all"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  EXPECT_TRUE(client.call("evaluate", {{"expression", "1"}})["isError"]);
}

TEST_F(Agent, WritesAndReadsFilesInItsFoldersAlone) {
  McpClient client({"--site", "checkout", "--tools", "all", "--output", folder_.string()});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  for (const char* path : {"../out.flow.yaml", "/tmp/out.flow.yaml", "a/../../out.flow.yaml", ""}) {
    EXPECT_TRUE(client.call("flow_save", {{"path", path}}).value("isError", false)) << path;
  }
  EXPECT_TRUE(client.call("storage_state", {{"file", "../state.json"}})["isError"]);
  EXPECT_TRUE(client.call("upload", {{"target", "button \"Checkout\""}, {"files", {"/etc/passwd"}}})["isError"]);
}

TEST_F(Agent, NeverShowsASecretAndTypesItByName) {
  ::setenv("SPEC_PASSWORD", "correct horse", 1);
  McpClient client({"--site", "checkout", "--secret", "SPEC_PASSWORD"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/checkout"}});
  const std::string typed =
      client.done("type", {{"target", "textbox \"Full name\""}, {"text", "${secret:SPEC_PASSWORD}"}});
  EXPECT_THAT(typed, Not(HasSubstr("correct horse")));
  client.done("expect", {{"expect", {{"target", "textbox \"Full name\""}, {"value", "correct horse"}}}});
  EXPECT_THAT(client.done("browser_snapshot"), Not(HasSubstr("correct horse")));
  EXPECT_THAT(client.done("flow_show"), HasSubstr("${SPEC_PASSWORD}"));
  EXPECT_TRUE(client.call("type", {{"target", "textbox \"Address\""}, {"text", "${secret:OTHER}"}})["isError"]);
}

// Letters and digits alone, small.
std::string letters_of(const std::string& text) {
  std::string letters;
  for (const char c : text) {
    if (is_ascii_letter_or_digit(c)) letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return letters;
}

TEST_F(Agent, NeverReadsASecretThatThePageChanges) {
  ::setenv("SPEC_VOUCHER", "green-tea-for-ada", 1);
  McpClient client({"--site", "checkout", "--secret", "SPEC_VOUCHER", "--tools", "all", "--allow-evaluate"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/checkout"}});
  client.done("evaluate", {{"expression", R"((() => {
    const field = [...document.querySelectorAll('input')].find(one => one.labels[0]?.textContent.includes('Full name'));
    field.addEventListener('input', () => {
      const s = field.value, loud = s.toUpperCase(), more = document.createElement('div');
      more.innerHTML = `<p>${loud}</p><p>${[...s].map(one => `<b style="display: inline-block">${one}</b>`).join('')}</p>` +
                       `<p>${s.slice(0, 7)}<a href="/${loud}">${s.slice(7)}</a></p><button>${[...s].join(' ')}</button>`;
      document.body.append(more);
      document.title = loud;
      console.log('redeem', loud, [...s].join('\u200b'), btoa(loud));
      fetch('/redeem/' + loud);
      history.replaceState(null, '', '#' + loud);
    });
  })())"}});
  std::map<std::string, std::string> answers;
  const auto ask = [&](const std::string& tool, const json& arguments) {
    answers[tool + arguments.dump()] = client.call(tool, arguments).dump();
  };
  ask("type", {{"target", "textbox \"Full name\""}, {"text", "${secret:SPEC_VOUCHER}"}});
  for (const char* tool : {"browser_snapshot", "dom", "console", "network", "pages", "frames", "flow_show"}) {
    ask(tool, json::object());
  }
  for (const char* expression : {"document.title", "location.href", "[...document.title]", "btoa(document.title)",
                                 "document.body.innerHTML", "(() => { throw new Error(document.title) })()",
                                 "({ title: document.title.toLowerCase(), parts: document.title.split('-') })"}) {
    ask("evaluate", {{"expression", expression}});
  }
  ask("expect", {{"expect", {{"title", "no"}}}, {"timeout_ms", 300}});
  ask("expect", {{"expect", "text \"Thank you\""}, {"timeout_ms", 300}});
  ask("click", {{"target", "button \"none\""}});
  for (const auto& [question, answer] : answers) {
    EXPECT_EQ(letters_of(answer).find("greenteaforada"), std::string::npos) << question << "\n" << answer;
    EXPECT_EQ(answer.find("R1JFRU4tVEVBLUZPUi1BREE"), std::string::npos) << question << "\n" << answer;
  }
  EXPECT_THAT(answers["browser_snapshot{}"], HasSubstr("•••"));
}

TEST_F(Agent, ReportsAChromeThatDiedAndStartsAnother) {
  McpClient client({"--site", "checkout"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  for (const pid_t child : descendants(client.process())) ::kill(child, SIGKILL);
  const json lost = client.call("browser_snapshot");
  EXPECT_TRUE(lost["isError"]);
  EXPECT_EQ(lost["structuredContent"]["error"], "connection_lost") << lost;
  client.done("browser_initialize");
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
}

TEST_F(Agent, EndsACallThatIsCancelledAndDoesTheNext) {
  McpClient client({"--site", "checkout"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  client.send(R"({"jsonrpc":"2.0","id":"slow","method":"tools/call","params":{"name":"wait_for","arguments":)"
              R"({"text":"never","timeout_ms":600000}}})"
              "\n");
  client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"slow"}})"
              "\n");
  EXPECT_THAT(client.done("browser_snapshot"), HasSubstr("Your cart"));
}

TEST_F(Agent, AnswersGarbageAndGoesOn) {
  McpClient client({});
  client.open();
  client.send("GET / HTTP/1.1\r\n");
  EXPECT_EQ(client.receive()["error"]["code"], -32700);
  client.send(std::string(50'000'000, 'x') + "\n");
  EXPECT_EQ(client.receive()["error"]["code"], -32600);
  EXPECT_TRUE(client.ask("ping", json::object()).contains("result"));
}

TEST_F(Agent, EndsWithItsInputAndLeavesNothing) {
  McpClient client({"--site", "checkout"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  const std::vector<pid_t> children = descendants(client.process());
  EXPECT_FALSE(children.empty());
  client.close_input();
  EXPECT_EQ(client.wait(), 0);
  for (const pid_t child : children)
    EXPECT_TRUE(wait_until_ended(child, Deadline::in(std::chrono::seconds(10)))) << child;
}

TEST_F(Agent, EndsAtASignalInTheMiddleOfACall) {
  McpClient client({"--site", "checkout"});
  client.open();
  client.done("browser_navigate", {{"url", "http://shop.test/cart"}});
  client.send(R"({"jsonrpc":"2.0","id":"slow","method":"tools/call","params":{"name":"wait_for","arguments":)"
              R"({"text":"never","timeout_ms":600000}}})"
              "\n");
  client.ask("ping", json::object());
  ::kill(client.process(), SIGTERM);
  EXPECT_EQ(client.wait(), 143);
}

TEST_F(Agent, EndsIfTheClientNeverReads) {
  McpClient client({});
  client.open();
  const std::string list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"
                           "\n";
  std::string many;
  for (int i = 0; i < 6000; ++i) many += list;  // some 90 MB of answers
  client.send(many);
  EXPECT_EQ(client.wait(McpClient::Reads::No), 3);
}

}  // namespace
}  // namespace casement::specs
