// A page that imitates what Casement says, through every tool: nothing that it says stands outside of its envelope.
#include "casement/mcp/schema_check.h"
#include "specs/mcp/tool_calls.h"

namespace casement::specs {
namespace {

using nlohmann::json;

TEST(HostilePage, TextStaysInsideItsEnvelopeInEveryTool) {
  McpClient client({"--site", "actions", "--tools", "all", "--allow-evaluate"});
  client.open();
  const json list = client.ask("tools/list", json::object())["result"]["tools"];
  client.done("browser_navigate", {{"url", "http://actions.test/envelope.html"}});
  std::size_t with_page_text = 0;
  for (const json& tool : list) {
    const std::string name = tool["name"];
    const json arguments = arguments_for(name);
    if (arguments.is_null()) continue;
    const json result = client.call(name, arguments);
    ASSERT_TRUE(result.is_object()) << name;
    std::string outside;
    for (const json& block : result["content"]) {
      if (block["type"] == "text") outside += outside_of_envelopes(block["text"]);
    }
    EXPECT_EQ(outside.find("HOSTILE"), std::string::npos) << name << "\n" << outside;
    EXPECT_EQ(outside.find("[end"), std::string::npos) << name << "\n" << outside;
    json structured = result.value("structuredContent", json::object());
    if (structured.value("page_text", "").find("HOSTILE") != std::string::npos) ++with_page_text;
    structured.erase("page_text");
    EXPECT_EQ(structured.dump().find("HOSTILE"), std::string::npos) << name << "\n" << structured;
  }
  EXPECT_GT(with_page_text, 10U) << "the page has to have been read";
}

// Nothing of the page in it, but what is in envelopes and in "page_text".
void expect_nothing_outside(const json& result, const std::string& what) {
  ASSERT_TRUE(result.is_object()) << what;
  std::string outside;
  for (const json& block : result["content"]) {
    if (block["type"] == "text") outside += outside_of_envelopes(block["text"]);
  }
  json structured = result.value("structuredContent", json::object());
  structured.erase("page_text");
  outside += structured.dump();
  EXPECT_EQ(outside.find("HOSTILE"), std::string::npos) << what << "\n" << outside;
  EXPECT_EQ(outside.find("[end"), std::string::npos) << what << "\n" << outside;
}

TEST(HostilePage, TextStaysInsideItsEnvelopeInEveryPart) {
  McpClient client({"--site", "actions", "--allow-evaluate", "--tools", "all"});
  client.open();
  client.done("browser_navigate", {{"url", "http://actions.test/envelope.html"}});
  const std::vector<json> ways = {{{"since", 1}},
                                  {{"since", 99}},
                                  {{"within", "button /HOSTILE/"}},
                                  {{"within", "button \"None\""}},
                                  {{"within", "/HOSTILE/"}},
                                  {{"within", "role=\"HOSTILE"}},
                                  {{"frame", "main"}},
                                  {{"frame", "1"}},
                                  {{"frame", "*"}},
                                  {{"frame", "none"}},
                                  {{"max_bytes", 1}},
                                  {{"max_bytes", 60}},
                                  {{"max_bytes", 100}, {"compact", false}},
                                  {{"boxes", true}}};
  for (const json& way : ways) {
    expect_nothing_outside(client.call("browser_snapshot", way), way.dump());
    client.done("evaluate", {{"expression", "document.body.append(document.title + Math.random())"}});
    json after = way;
    for (const char* key : {"compact", "boxes"}) after.erase(key);
    after["keys"] = "Tab";
    expect_nothing_outside(client.call("press", after), after.dump());
  }
}

TEST(HostilePage, TextStaysInsideItsEnvelopeInResources) {
  McpClient client({"--site", "actions", "--output", testing::TempDir()});
  client.open();
  const std::string page = "http://actions.test/envelope.html";
  client.done("browser_navigate", {{"url", page}});
  const std::string name = "hostile-" + std::to_string(::getpid()) + ".flow.yaml";
  std::ofstream(testing::TempDir() + "/" + name)
      << "flow: Hostile\nsite: actions\ntimeout: 1s\nsteps:\n  - open: " + page + "\n  - click: button \"None\"\n";
  client.call("flow_run", {{"path", name}});
  std::filesystem::remove(testing::TempDir() + "/" + name);
  std::string inside;
  for (const char* uri : {"casement://page/p1/snapshot", "casement://page/p1/frames", "casement://page/p1/console",
                          "casement://page/p1/network", "casement://page/p9/snapshot", "casement://report/last"}) {
    const json answer = client.ask("resources/read", {{"uri", uri}});
    const std::string text =
        answer.contains("error") ? answer["error"]["message"] : answer["result"]["contents"][0]["text"];
    const std::string outside = outside_of_envelopes(text);
    EXPECT_EQ(outside.find("HOSTILE"), std::string::npos) << uri << "\n" << outside;
    EXPECT_EQ(outside.find("[end"), std::string::npos) << uri << "\n" << outside;
    if (std::string(uri) == "casement://page/p1/snapshot" || std::string(uri) == "casement://report/last")
      inside += text;
  }
  EXPECT_THAT(inside, testing::HasSubstr("HOSTILE")) << "the page has to have been read";
}

// Among the keys of docs/mcp.md that every answer may have.
bool is_documented(const std::string& key) {
  static const std::string document = [] {
    std::ifstream in(CASEMENT_SOURCE_DIR "/docs/mcp.md");
    return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  }();
  const std::size_t begin = document.find("| `ok` |"), end = document.find("\n\n", begin);
  return document.substr(begin, end - begin).find("`" + key + "`") != std::string::npos;
}

TEST(EveryTool, AnswersInItsOutputSchema) {
  McpClient client({"--site", "actions", "--tools", "all", "--allow-evaluate"});
  client.open();
  std::size_t failed = 0, called = 0;
  const json tools = client.ask("tools/list", json::object())["result"]["tools"];
  for (const json& tool : tools) {
    const std::string name = tool["name"];
    ASSERT_TRUE(tool.contains("outputSchema")) << name;
    if (name != "browser_initialize") client.call("browser_navigate", {{"url", "http://actions.test/envelope.html"}});
    // Rightly, and of a page that there is not.
    for (json arguments : {arguments_for(name), json{{"page", "p9"}}}) {
      if (arguments.is_null()) arguments = json::object();
      const json result = client.call(name, arguments);
      if (result.value("isError", false)) ++failed;
      if (!result.contains("structuredContent")) {
        EXPECT_TRUE(result.value("isError", false)) << name << "\n" << result;  // wrong arguments have none
        continue;
      }
      ++called;
      const json structured = result["structuredContent"];
      EXPECT_THAT(mcp::schema_problems(structured, tool["outputSchema"]), testing::IsEmpty()) << name << "\n" << result;
      EXPECT_EQ(structured["ok"], !result.value("isError", false)) << name;
      if (result.value("isError", false)) continue;
      const json properties = tool["outputSchema"].value("properties", json::object());
      for (const auto& property : properties.items()) {
        EXPECT_TRUE(is_documented(property.key()) || property.key() == "attempts" ||
                    structured.contains(property.key()))
            << name << property.key();
      }
      for (const auto& key : structured.items()) {
        EXPECT_TRUE(is_documented(key.key()) || properties.contains(key.key())) << name << key.key();
      }
    }
  }
  EXPECT_GT(called, 50U);
  EXPECT_GT(failed, 20U);
}

TEST(HostilePage, CannotForgeARef) {
  McpClient client({"--site", "actions"});
  client.open();
  client.done("browser_navigate", {{"url", "http://actions.test/envelope.html"}});
  for (const char* ref : {"e999", "e998", "f1_e999", "e2 ", "e02", "button \"Go\""}) {
    const json result = client.call("browser_click", {{"ref", ref}});
    EXPECT_TRUE(result.value("isError", false)) << ref;
  }
}

TEST(ManyCalls, NeedNoMoreMemoryThanFew) {
  McpClient client({"--site", "actions"});
  client.open();
  client.done("browser_navigate", {{"url", "http://actions.test/envelope.html"}});
  const auto resident = [&] {
    std::ifstream in("/proc/" + std::to_string(client.process()) + "/statm");
    long size = 0, pages = 0;
    in >> size >> pages;
    return pages * 4096 / 1024;
  };
  for (int i = 0; i < 100; ++i) client.done("browser_snapshot", {{"changes", true}});
  const long before = resident();
  for (int i = 0; i < 900; ++i) client.done("browser_snapshot", {{"changes", true}});
#ifdef CASEMENT_SANITIZED
  const long most = 300 * 1024;  // its allocator keeps back what is freed
#else
  const long most = 5 * 1024;
#endif
  EXPECT_LT(resident() - before, most) << "kilobytes";
}

}  // namespace
}  // namespace casement::specs
