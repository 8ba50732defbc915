// The server of `casement mcp`: its tools, resources and prompts for agents. Each client has a workspace of its own.
#pragma once

#include <string>

#include "casement/agent/client_workspaces.h"
#include "casement/agent/flow_reports.h"
#include "casement/mcp/server.h"

namespace casement {

struct AgentTool;

class AgentServer {
 public:
  AgentServer(AgentOptions options, const std::string& version, bool all_tools);

  mcp::Server& server() { return server_; }
  // Ends calls in progress with Error{Interrupted}. Any thread.
  void interrupt();
  // Ends the browser of a session that has ended; any thread.
  void end_session(const std::string& key);
  // Ends browsers of clients without a session that were not used for this time; any thread.
  void end_idle(Milliseconds time) { seats_.end_idle(time); }

 private:
  mcp::ToolResult call_tool(const AgentTool& row, mcp::Call& call, const Json& arguments);
  void tell_subscribers(const AgentTool& row, const mcp::Call& call, const mcp::ToolResult& result);
  void add_prompts();

  const AgentOptions options_;
  ClientWorkspaces seats_;
  FlowReports reports_;
  mcp::Server server_;
};

}  // namespace casement
