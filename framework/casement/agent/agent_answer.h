// The answer of a tool: a sentence by Casement, text of the page in its envelope, and both as structured data. Used
// only by the tools.
#pragma once

#include <optional>
#include <string>

#include "casement/agent/workspace.h"
#include "casement/base/error.h"
#include "casement/mcp/features.h"

namespace casement {

struct AgentAnswer {
  std::string says = {};        // contains no text from a page
  std::string page_says = {};   // text from a page, to be cut to the budget and put into an envelope
  Json data = Json::object();   // besides "ok" and "page_text"
  Json blocks = Json::array();  // pictures
  // Set if the tool failed. `is_done`: the action was done nevertheless, so the tool must not be called again.
  std::optional<Error> failure = std::nullopt;
  bool is_done = false;
};

// Includes at most `max_bytes` of the page's text; 0 means the limit in the server's options. The text never exceeds
// the size that clients accept.
mcp::ToolResult tool_result(const Workspace& workspace, AgentAnswer answer, std::size_t max_bytes);

}  // namespace casement
