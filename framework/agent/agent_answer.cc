#include "casement/agent/agent_answer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/agent/envelope.h"

namespace casement {

mcp::ToolResult tool_result(const Workspace& workspace, AgentAnswer answer, std::size_t max_bytes) {
  if (answer.untold) {
    mcp::ToolResult result = failed_result(workspace, *answer.untold, "done; what to tell of it could not be had");
    result.structured["done"] = true;
    return result;
  }
  const std::string all = workspace.masked(answer.page_says);
  const std::size_t most = max_bytes == 0 ? workspace.options().max_bytes : max_bytes;
  const std::string page_text = within_budget(all, most);
  mcp::ToolResult result;
  result.structured = std::move(answer.data);
  std::string text = std::move(answer.says);
  if (all.size() > most) {
    text += fmt::format("{}cut: {} of {} bytes are left out; max_bytes {} has all", text.empty() ? "" : "\n",
                        all.size() - page_text.size(), all.size(), all.size());
    const auto since = result.structured.find("since");
    if (since != result.structured.end()) text += fmt::format(", of browser_snapshot with since {}", since->dump());
    result.structured["left_out"] = all.size() - page_text.size();
  }
  if (!text.empty()) result.structured["says"] = text;
  if (!page_text.empty()) text += (text.empty() ? "" : "\n") + in_envelope(page_text);
  result.content.push_back(mcp::text_block(std::move(text)));
  for (Json& block : answer.blocks) result.content.push_back(std::move(block));
  result.structured["ok"] = true;
  if (!page_text.empty()) result.structured["page_text"] = page_text;
  return result;
}

mcp::ToolResult failed_result(const Workspace& workspace, const std::exception& error, std::string says) {
  const auto* known = dynamic_cast<const Error*>(&error);
  const std::string kind(to_string(known == nullptr ? ErrorKind::Internal : known->kind()));
  const std::string why = within_budget(workspace.masked(known == nullptr ? error.what() : known->full_text()),
                                        workspace.options().max_bytes);
  says += fmt::format("{}failed: {}", says.empty() ? "" : "\n", kind);
  mcp::ToolResult result = mcp::error_result(says + "\n" + in_envelope(why));
  result.structured = {{"ok", false}, {"error", kind}, {"says", std::move(says)}, {"page_text", why}};
  return result;
}

}  // namespace casement
