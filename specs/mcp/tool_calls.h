// How each tool of `casement mcp` is called on a page that imitates what Casement says (pages/actions/envelope.html),
// and what of an answer stands outside of envelopes.
#pragma once

#include "casement/base/regex.h"
#include "casement/base/text.h"
#include "specs/mcp/mcp_client.h"

namespace casement::specs {

// The text without what stands in envelopes, each of which has to end once, with its own word.
inline std::string outside_of_envelopes(const std::string& text) {
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
inline nlohmann::json arguments_for(const std::string& tool) {
  static const std::map<std::string, nlohmann::json> known = {
      {"browser_initialize", nullptr},
      {"browser_close", nullptr},
      {"history", {{"go", "reload"}}},
      {"browser_navigate", {{"url", "http://actions.test/envelope.html"}}},
      {"browser_click", {{"ref", "e2"}}},
      {"browser_type", {{"ref", "e2"}, {"text", "x"}}},
      {"resolve_container", {{"ref", "e2"}}},
      {"inspect_pattern", {{"ref", "e2"}, {"ancestorLevel", 1}}},
      {"extract_anchors", {{"ref", "e2"}, {"ancestorLevel", 1}}},
      {"select_role", {{"user", "default"}}},
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
  return found == known.end() ? nlohmann::json::object() : found->second;
}

}  // namespace casement::specs
