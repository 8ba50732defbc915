// What a tool answers: a sentence of Casement's own, and what the page says in its envelope; the same as structured
// data. Used by the tools alone.
#pragma once

#include <string>

#include "casement/agent/workspace.h"
#include "casement/mcp/features.h"

namespace casement {

struct AgentAnswer {
  std::string says = {};        // no word of a page in it
  std::string page_says = {};   // cut to the budget and put into an envelope
  Json data = Json::object();   // beside "ok" and "page_text"
  Json blocks = Json::array();  // pictures
};

mcp::ToolResult tool_result(const Workspace& workspace, AgentAnswer answer, std::size_t max_bytes);
// What failed, and the page's part of why.
mcp::ToolResult failed_result(const Workspace& workspace, const std::exception& error);

// What every tool's structured content is.
Json answer_schema();

// What has changed in the page since the agent saw it last, frames that could not be read among it; the whole page
// where it was not seen, where `whole` asks for it, or where that is shorter. Remembers the page as it is now.
AgentAnswer look_at(AgentPage& page, const SnapshotOptions& options, bool whole);

}  // namespace casement
