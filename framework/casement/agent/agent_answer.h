// What a tool answers: a sentence of Casement's own, and what the page says in its envelope; the same as structured
// data. Used by the tools alone.
#pragma once

#include <optional>
#include <string>

#include "casement/agent/workspace.h"
#include "casement/base/error.h"
#include "casement/mcp/features.h"

namespace casement {

struct AgentAnswer {
  std::string says = {};        // no word of a page in it
  std::string page_says = {};   // cut to the budget and put into an envelope
  Json data = Json::object();   // beside "ok" and "page_text"
  Json blocks = Json::array();  // pictures
  // The tool failed. `is_done`: it did what it was asked all the same, and is not to be called again.
  std::optional<Error> failure = std::nullopt;
  bool is_done = false;
};

// At most `max_bytes` of the page's text; 0: as the server's options say. The text is never larger than clients take,
// whatever `max_bytes` is.
mcp::ToolResult tool_result(const Workspace& workspace, AgentAnswer answer, std::size_t max_bytes);

}  // namespace casement
