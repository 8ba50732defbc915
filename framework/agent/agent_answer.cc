#include "casement/agent/agent_answer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/agent/envelope.h"
#include "casement/agent/told_changes.h"
#include "casement/base/error.h"
#include "casement/browser/page_session.h"

namespace casement {

Json answer_schema() {
  // Short, since each tool in the list has it; `page_text` is the page's, and untrusted.
  return Json::parse(R"({"type":"object","required":["ok"]})");
}

mcp::ToolResult tool_result(const Workspace& workspace, AgentAnswer answer, std::size_t max_bytes) {
  const std::string page_text =
      within_budget(workspace.masked(answer.page_says), max_bytes == 0 ? workspace.options().max_bytes : max_bytes);
  mcp::ToolResult result;
  std::string text = std::move(answer.says);
  if (!page_text.empty()) text += (text.empty() ? "" : "\n") + in_envelope(page_text);
  result.content.push_back(mcp::text_block(std::move(text)));
  for (Json& block : answer.blocks) result.content.push_back(std::move(block));
  result.structured = std::move(answer.data);
  result.structured["ok"] = true;
  if (!page_text.empty()) result.structured["page_text"] = page_text;
  return result;
}

mcp::ToolResult failed_result(const Workspace& workspace, const std::exception& error) {
  const auto* known = dynamic_cast<const Error*>(&error);
  const std::string kind(to_string(known == nullptr ? ErrorKind::Internal : known->kind()));
  const std::string why = within_budget(workspace.masked(known == nullptr ? error.what() : known->full_text()),
                                        workspace.options().max_bytes);
  mcp::ToolResult result = mcp::error_result(fmt::format("failed: {}\n{}", kind, in_envelope(why)));
  result.structured = {{"ok", false}, {"error", kind}, {"page_text", why}};
  return result;
}

AgentAnswer look_at(AgentPage& page, const SnapshotOptions& options, bool whole) {
  Snapshot now = page.page().snapshot(options);
  AgentAnswer answer;
  answer.data["page"] = page.handle;
  Json failures = Json::array();
  for (const FrameFailure& failure : now.frame_failures()) {
    if (!failure.expected) failures.push_back({{"ref", failure.owner_ref}, {"kind", to_string(failure.kind)}});
  }
  if (!failures.empty()) answer.data["frame_failures"] = failures;
  const std::string all = now.text();
  answer.page_says = all;
  if (page.seen && !whole && page.seen->url() == now.url()) {
    const auto changes = casement::diff(*page.seen, now);
    const std::string told = told_changes(changes);
    if (changes.empty()) {
      answer.says = "nothing changed";
      answer.page_says.clear();
    } else if (told.size() < all.size()) {
      answer.says = "changed:";
      answer.page_says = told;
    }
  }
  page.seen = std::move(now);
  return answer;
}

}  // namespace casement
