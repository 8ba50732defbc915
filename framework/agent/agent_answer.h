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
  // The tool did what it was asked; only what there is to tell of it could not be had.
  std::optional<Error> untold = std::nullopt;
};

// At most `max_bytes` of the page's text; 0: as the server's options say.
mcp::ToolResult tool_result(const Workspace& workspace, AgentAnswer answer, std::size_t max_bytes);
// What failed, and the page's part of why. `says` is of Casement's own words.
mcp::ToolResult failed_result(const Workspace& workspace, const std::exception& error, std::string says = "");

}  // namespace casement
