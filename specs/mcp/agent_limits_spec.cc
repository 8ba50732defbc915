// What an agent cannot reach through the arguments of tools: scripts, files, variables, and what signs a person in.
#include "casement/http/server.h"
#include "specs/mcp/own_site.h"

namespace casement::specs {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class AgentLimits : public OwnSite {};

TEST_F(AgentLimits, ExpectRunsNoScriptAndTouchesNoFile) {
  const std::string url = page("index.html", "<button>Go</button>");
  put("out/line.yaml", "- button \"Line of a file\"\n");
  McpClient client(options());
  client.open();
  client.done("browser_navigate", {{"url", url}});
  const std::vector<json> refused = {{{"poll", "(document.title = 'changed')"}},
                                     {{"not", {{"poll", "(document.title = 'changed', false)"}}}},
                                     {{"url", "*"}, {"poll", "(document.title = 'changed')"}},
                                     {{"snapshot_file", (folder_ / "out/line.yaml").string()}},
                                     {{"snapshot_file", "/no/such/file"}},
                                     {{"not", {{"snapshot_file", "line.yaml"}}}},
                                     {{"screenshot", "w.png"}},
                                     {{"screenshot", {{"file", "w.png"}}}},
                                     {{"target", "button \"Go\""}, {"screenshot", "w.png"}},
                                     {{"not", {{"target", "button \"Go\""}, {"screenshot", "w.png"}}}}};
  for (const json& one : refused) {
    const json result = client.call("expect", {{"expect", one}});
    ASSERT_TRUE(result.is_object()) << "the server has ended: " << one;
    EXPECT_EQ(error_of(result), "usage") << one;
    EXPECT_THAT(result.dump(), AllOf(Not(HasSubstr("Line of a file")), Not(HasSubstr("no file")))) << one;
  }
  client.done("expect", {{"expect", {{"title", "Own"}}}});
  EXPECT_FALSE(std::filesystem::exists("w.png"));
}

TEST_F(AgentLimits, ExpectMayPollIfScriptsAreAllowed) {
  const std::string url = page("index.html", "<button>Go</button>");
  McpClient client(options({"--allow-evaluate"}));
  client.open();
  client.done("browser_navigate", {{"url", url}});
  client.done("expect", {{"expect", {{"poll", "document.title == 'Own'"}}}});
  EXPECT_EQ(error_of(client.call("expect", {{"expect", {{"screenshot", "w.png"}}}})), "usage");
}

// What an agent may write and run: each entry that reaches out of its folders, and whether it may.
TEST_F(AgentLimits, AFlowStaysInItsFoldersAndStartsNothing) {
  const std::string url = page("index.html", "<input type=file aria-label=File><a href=file.txt download>Get</a>");
  put("own/pages/file.txt", "text of the site");
  put("secret.json", "{}");
  put("secret.csv", "case\nsecret of a file\n");
  put("secret.flow.yaml", "flow: secret of a file\nsteps:\n  - log: x\n");
  put("secret.yaml", "- heading \"secret of a file\"\n");
  put("secret.png", "");
  put("out/inside.json", "{\"cookies\":[],\"origins\":[]}");
  put("files/upload.txt", "x");
  std::filesystem::create_symlink(folder_ / "secret.json", folder_ / "out/link.json");
  const std::string out = (folder_ / "out").string(), outside = (folder_ / "written").string();
  ::setenv("SPEC_OF_THE_SERVER", "secret of a file", 1);
  struct Try {
    std::string header, steps;
    bool is_allowed = false;
  };
  const std::vector<Try> tries = {
      {"application: { run: \"touch " + outside + "\", window: x }\n", "  - log: x\n"},
      {"cases: ../secret.csv\n", "  - log: x\n"},
      {"use: { storage_state: ../secret.json }\n", "  - log: x\n"},
      {"use: { storage_state: link.json }\n", "  - log: x\n"},
      {"use: { storage_state: " + (folder_ / "secret.json").string() + " }\n", "  - log: x\n"},
      {"users: { other: { storage_state: ../secret.json } }\n", "  - log: x\n"},
      {"", "  - run: ../secret.flow.yaml\n"},
      {"", "  - run: { program: \"touch " + outside + "\" }\n"},
      {"", "  - if: { visible: text x }\n    then:\n      - run: { program: [touch, \"" + outside + "\"] }\n"},
      {"", "  - drop: { target: \"css=input\", files: ../secret.json }\n"},
      {"", "  - upload: { \"css=input\": ../secret.json }\n"},
      {"", "  - expect: { snapshot_file: ../secret.yaml }\n"},
      {"", "  - expect: { screenshot: ../secret.png }\n"},
      {"", "  - if: { visible: text x }\n    then:\n      - upload: { \"css=input\": ../secret.json }\n"},
      {"", "  - log: \"${env(SPEC_OF_THE_SERVER)}\"\n"},
      {"vars: { v: \"${env(SPEC_OF_THE_SERVER)}\" }\n", "  - log: \"${v}\"\n"},
      {"", "  - screenshot: { save_to: " + outside + " }\n"},
      {"", "  - snapshot: { save_to: " + out + "/../written }\n"},
      {"", "  - pdf: { save_to: " + outside + " }\n"},
      {"", "  - click: link \"Get\"\n  - expect_download: { save_to: " + outside + " }\n"},
      {"", "  - save_storage_state: " + outside + "\n"},
      {"", "  - record_har:\n  - save_har: " + outside + "\n"},
      {"use: { storage_state: inside.json }\n", "  - upload: { \"css=input\": ../files/upload.txt }\n", true},
      {"", "  - snapshot: { save_to: " + out + "/written.txt }\n", true},
  };
  McpClient limited(options());
  limited.open();
  McpClient free(options({"--allow-run"}));
  free.open();
  for (const Try& one : tries) {
    put("out/try.flow.yaml", "flow: Try\nsite: own\n" + one.header + "steps:\n  - open: " + url + "\n" + one.steps);
    const json result = limited.call("flow_run", {{"path", "try.flow.yaml"}});
    const std::string told = result.dump();
    EXPECT_EQ(told.find("--allow-run allows it") == std::string::npos, one.is_allowed)
        << one.header << one.steps << told;
    EXPECT_THAT(told, Not(HasSubstr("secret of a file"))) << one.header << one.steps;
    EXPECT_FALSE(std::filesystem::exists(outside)) << one.header << one.steps;
    EXPECT_THAT(free.call("flow_check", {{"path", "try.flow.yaml"}}).dump(), Not(HasSubstr("--allow-run")));
  }
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/written.txt"));
}

TEST_F(AgentLimits, NoTextOfATextOrAPageIsAVariable) {
  ::setenv("SPEC_OF_THE_SERVER", "value of the server", 1);
  const std::string url = page("index.html", "<button>${env(SPEC_OF_THE_SERVER)}</button><label>Name <input></label>");
  McpClient client(options());
  client.open();
  client.done("browser_navigate", {{"url", url}});
  const std::string variable = "${env(SPEC_OF_THE_SERVER)}";
  const std::vector<json> expectations = {"text \"" + variable + "\"",
                                          {{"title", variable}},
                                          {{"url", variable}},
                                          {{"console", variable}},
                                          {{"target", "textbox \"Name\""}, {"value", variable}},
                                          {{"target", "textbox \"Name\""}, {"attribute", {{"id", variable}}}},
                                          {{"not", {{"hides", "text \"" + variable + "\""}}}}};
  for (const json& one : expectations) {
    const json result = client.call("expect", {{"expect", one}, {"timeout_ms", 50}});
    EXPECT_THAT(result.dump(), Not(HasSubstr("value of the server"))) << one;
  }
  for (const auto& [tool, arguments] : std::vector<std::pair<std::string, json>>{
           {"wait_for", {{"text", variable}, {"timeout_ms", 50}}},
           {"wait_for", {{"url", variable}, {"timeout_ms", 50}}},
           {"wait_for", {{"request", variable}, {"timeout_ms", 50}}},
           {"type", {{"target", "textbox \"Name\""}, {"text", variable}}},
           {"fill_form", {{"fields", {{{"target", "textbox \"Name\""}, {"value", variable}}}}}},
           {"find", {{"target", "button \"" + variable + "\""}}},
           {"click", {{"target", "button \"" + variable + "\""}}},
           {"flow_show", {{"name", variable}}},
           {"flow_save", {{"path", "variable.flow.yaml"}, {"name", variable}}}}) {
    EXPECT_THAT(client.call(tool, arguments).dump(), Not(HasSubstr("value of the server"))) << tool << arguments;
  }
}

TEST_F(AgentLimits, PageTextThatLooksLikeASecretIsText) {
  ::setenv("SPEC_SECRET", "correct horse", 1);
  const std::string url = page("index.html",
                               "<button onclick='o.textContent = \"pressed\"'>${secret:NAME}</button>"
                               "<button onclick='o.textContent = \"known\"'>${secret:SPEC_SECRET}</button>"
                               "<label>Name <input></label><p id=o>");
  McpClient client(options({"--secret", "SPEC_SECRET"}));
  client.open();
  const std::string text = client.done("browser_navigate", {{"url", url}});
  EXPECT_THAT(text, AllOf(HasSubstr("[ref=e1]"), HasSubstr("[ref=e2]")));
  client.done("browser_click", {{"ref", "e1"}});
  client.done("expect", {{"expect", "text \"pressed\""}});
  client.done("click", {{"target", "button \"${secret:SPEC_SECRET}\""}});
  client.done("expect", {{"expect", "text \"known\""}});
  client.done("hover", {{"ref", "e2"}});
  client.done("type", {{"target", "textbox \"Name\""}, {"text", "${secret:SPEC_SECRET}"}});
  client.done("expect", {{"expect", {{"target", "textbox \"Name\""}, {"value", "${secret:SPEC_SECRET}"}}}});
  EXPECT_THAT(replayed(client), AllOf(HasSubstr("$${secret:NAME}"), HasSubstr("\"${SPEC_SECRET}\"")));
  EXPECT_EQ(error_of(client.call("type", {{"ref", "e3"}, {"text", "${secret:OTHER}"}})), "usage");
}

TEST_F(AgentLimits, FilesAreNeverWrittenThroughLinks) {
  namespace fs = std::filesystem;
  const std::string url = page("index.html", "<button>Go</button>");
  fs::create_directories(folder_ / "outside");
  put("outside/old.flow.yaml", "old");
  fs::create_symlink(folder_ / "outside/new.flow.yaml", folder_ / "out/dangling.flow.yaml");
  fs::create_symlink(folder_ / "outside/old.flow.yaml", folder_ / "out/link.flow.yaml");
  fs::create_symlink(folder_ / "outside", folder_ / "out/folder");
  fs::create_hard_link(folder_ / "outside/old.flow.yaml", folder_ / "out/hard.flow.yaml");
  McpClient client(options());
  client.open();
  client.done("browser_navigate", {{"url", url}});
  for (const bool overwrite : {false, true}) {
    for (const char* path : {"dangling.flow.yaml", "link.flow.yaml", "folder/x.flow.yaml", "hard.flow.yaml"}) {
      client.call("flow_save", {{"path", path}, {"overwrite", overwrite}});
      client.call("storage_state", {{"file", path}, {"overwrite", overwrite}});
    }
  }
  EXPECT_EQ(read("outside/old.flow.yaml"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "outside"), {}), 1);
}

TEST_F(AgentLimits, FilesAreReplacedOnlyOnRequest) {
  const std::string url = page("index.html", "<button>Go</button>");
  McpClient client(options());
  client.open();
  client.done("browser_navigate", {{"url", url}});
  for (const auto& [tool, key] : std::map<std::string, std::string>{{"flow_save", "path"}, {"storage_state", "file"}}) {
    const std::string name = tool + ".flow.yaml";
    put("out/" + name, "mine");
    const json refused = client.call(tool, {{key, name}});
    EXPECT_EQ(error_of(refused), "usage") << tool;
    EXPECT_THAT(text_of(refused), HasSubstr("overwrite")) << tool;
    EXPECT_EQ(read("out/" + name), "mine");
    client.done(tool, {{key, name}, {"overwrite", true}});
    EXPECT_NE(read("out/" + name), "mine") << tool;
  }
}

TEST_F(AgentLimits, HintsMatchWhatToolsDo) {
  McpClient client(options());
  client.open();
  std::set<std::string> destructive, read_only;
  const json tools = client.ask("tools/list", json::object())["result"]["tools"];
  for (const json& tool : tools) {
    const json hints = tool.value("annotations", json::object());  // read-only: false, destructive: true by default
    if (hints.value("readOnlyHint", false))
      read_only.insert(tool["name"]);
    else if (hints.value("destructiveHint", true))
      destructive.insert(tool["name"]);
  }
  for (const char* tool : {"click", "type", "press", "fill_form", "browser_click", "browser_type", "browser_navigate",
                           "select", "check", "drag", "upload", "history", "dialogs", "evaluate", "pages", "flow_save",
                           "flow_run", "storage_state", "browser_close"}) {
    EXPECT_TRUE(destructive.contains(tool)) << tool;
  }
  for (const char* tool : {"browser_snapshot", "find", "expect", "console", "network", "screenshot", "dom", "flow_show",
                           "flow_check", "list_frames", "get_current_role"}) {
    EXPECT_TRUE(read_only.contains(tool)) << tool;
  }
}

TEST_F(AgentLimits, ExpectIsNotReadOnlyIfItMayRunScript) {
  McpClient client(options({"--allow-evaluate"}));
  client.open();
  const json tools = client.ask("tools/list", json::object())["result"]["tools"];
  for (const json& tool : tools) {
    if (tool["name"] != "expect") continue;
    EXPECT_FALSE(tool.value("annotations", json::object()).value("readOnlyHint", false));
  }
}

TEST_F(AgentLimits, NetworkMasksWhatSignsAPersonIn) {
  const http::HttpServer server([](const http::HttpRequest&, const std::shared_ptr<http::HttpReply>& reply) {
    reply->send(200,
                {{"Content-Type", "text/html"},
                 {"Set-Cookie", "first=value-of-the-first; HttpOnly; Path=/"},
                 {"Set-Cookie", "second=value-of-the-second"},
                 {"X-Plain", "plain"}},
                "<title>x</title>");
  });
  const std::string address = "http://127.0.0.1:" + std::to_string(server.port());
  McpClient client({"--allow-origin", address});
  client.open();
  client.done("browser_navigate", {{"url", address + "/"}});
  const std::string list = client.done("network", {{"url", address + "/"}});
  const std::string number = list.substr(list.find('\n') + 1, list.find(' ', list.find('\n')) - list.find('\n') - 1);
  EXPECT_THAT(client.done("network", {{"number", std::stoi(number)}}),
              AllOf(HasSubstr("first=•••; HttpOnly"), HasSubstr("second=•••"), HasSubstr("X-Plain: plain"),
                    Not(HasSubstr("value-of"))));
}

}  // namespace
}  // namespace casement::specs
