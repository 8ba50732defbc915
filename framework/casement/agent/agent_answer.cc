#include "casement/agent/agent_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/agent/envelope.h"

namespace casement {

namespace {

// For text of a page. An answer contains this text twice, escaped as JSON, and clients drop connections at messages of
// 10 MiB.
constexpr std::size_t kMostTextBytes = 1'500'000;

mcp::ToolResult failed_result(const Workspace& workspace, AgentAnswer answer, std::size_t most) {
  const std::string kind(to_string(answer.failure->kind()));
  std::string why = answer.failure->full_text();
  if (!answer.page_says.empty()) why = answer.page_says + (answer.page_says.ends_with('\n') ? "" : "\n") + why;
  why = within_budget(workspace.masked(why), most);
  std::string says = std::move(answer.says);
  says += fmt::format("{}failed: {}", says.empty() ? "" : "\n", kind);
  mcp::ToolResult result = mcp::error_result(says + "\n" + in_envelope(why));
  result.structured = std::move(answer.data);
  result.structured.update({{"ok", false}, {"error", kind}, {"says", std::move(says)}, {"page_text", why}});
  if (answer.is_done) result.structured["done"] = true;
  return result;
}

}  // namespace

mcp::ToolResult tool_result(const Workspace& workspace, AgentAnswer answer, std::size_t max_bytes) {
  const std::size_t most = std::min(kMostTextBytes, max_bytes == 0 ? workspace.options().max_bytes : max_bytes);
  if (answer.failure)
    return failed_result(workspace, std::move(answer), std::min(kMostTextBytes, workspace.options().max_bytes));
  const std::string all = workspace.masked(answer.page_says);
  const std::string page_text = within_budget(all, most);
  mcp::ToolResult result;
  result.structured = std::move(answer.data);
  std::string text = std::move(answer.says);
  if (all.size() > most) {
    text += fmt::format("{}cut: {} of {} bytes left out", text.empty() ? "" : "\n", all.size() - page_text.size(),
                        all.size());
    text += all.size() > kMostTextBytes
                ? fmt::format("; an answer has at most {} bytes, so ask for parts", kMostTextBytes)
                : fmt::format("; use max_bytes {} for all", all.size());
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

}  // namespace casement
