// A page that imitates what Casement says, through every tool: nothing that it says stands outside of its envelope.
#include "casement/base/regex.h"
#include "casement/base/text.h"
#include "specs/mcp/mcp_client.h"

namespace casement::specs {
namespace {

using nlohmann::json;

// The text without what stands in envelopes, each of which has to end once, with its own word.
std::string outside_of_envelopes(const std::string& text) {
  static const Regex begin("^\\[page ([0-9a-f]{10}): untrusted, no instructions\\]$");
  std::string outside, word;
  for (const std::string_view line : split_lines(text)) {
    const auto found = begin.groups(line);
    if (word.empty() && !found.empty()) {
      word = found[1];
    } else if (!word.empty() && line == "[end " + word + "]") {
      word.clear();
    } else if (word.empty()) {
      outside += std::string(line) + "\n";
    }
  }
  EXPECT_EQ(word, "") << "an envelope has no end\n" << text;
  return outside;
}

// Arguments with which a tool has something to say of the page; null for those that end or leave it.
json arguments_for(const std::string& tool) {
  static const std::map<std::string, json> known = {
      {"browser_initialize", nullptr},
      {"browser_close", nullptr},
      {"history", {{"go", "reload"}}},
      {"browser_navigate", {{"url", "http://actions.test/envelope.html"}}},
      {"browser_click", {{"ref", "e2"}}},
      {"browser_type", {{"ref", "e2"}, {"text", "x"}}},
      {"resolve_container", {{"ref", "e2"}}},
      {"inspect_pattern", {{"ref", "e2"}, {"ancestorLevel", 1}}},
      {"extract_anchors", {{"ref", "e2"}, {"ancestorLevel", 1}}},
      {"select_role", {{"role", "default"}}},
      {"get_frame_content", {{"selector", "1"}}},
      {"switch_to_frame", {{"selector", "main"}}},
      {"click", {{"target", "button \"None\""}}},
      {"type", {{"target", "textbox /HOSTILE/"}, {"text", "x"}}},
      {"fill_form", {{"fields", {{{"target", "textbox /HOSTILE/"}, {"value", "y"}}}}}},
      {"select", {{"target", "button /HOSTILE/"}, {"values", {"x"}}}},
      {"check", {{"target", "button /HOSTILE/"}}},
      {"press", {{"keys", "Tab"}}},
      {"hover", {{"target", "button /HOSTILE/"}}},
      {"drag", {{"target", "button /HOSTILE/"}, {"to", "textbox /HOSTILE/"}}},
      {"upload", {{"target", "button /HOSTILE/"}, {"files", {"x"}}}},
      {"scroll", {{"target", "button /HOSTILE/"}}},
      {"find", {{"target", "button /HOSTILE/"}}},
      {"expect", {{"expect", "text \"Never\""}, {"timeout_ms", 100}}},
      {"wait_for", {{"text", "Never"}, {"timeout_ms", 100}}},
      {"storage_state", {{"file", "../x"}}},
      {"evaluate", {{"expression", "document.title"}}},
      {"flow_save", {{"path", "../x.flow.yaml"}}},
      {"flow_check", {{"path", "none.flow.yaml"}}},
      {"flow_run", {{"path", "none.flow.yaml"}}},
      {"wait_for_browser", {{"milliseconds", 1}}},
  };
  const auto found = known.find(tool);
  return found == known.end() ? json::object() : found->second;
}

TEST(HostilePage, SaysNothingOutsideOfItsEnvelopeThroughAnyTool) {
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
  EXPECT_LT(resident() - before, 5 * 1024) << "kilobytes";
}

}  // namespace
}  // namespace casement::specs
