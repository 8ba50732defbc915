// The server of `casement mcp`: the tools, resources and prompts that agents get, each client with a workspace of its
// own.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "casement/agent/workspace.h"
#include "casement/mcp/server.h"

namespace casement {

class AgentServer {
 public:
  AgentServer(AgentOptions options, const std::string& version, bool all_tools);

  mcp::Server& server() { return server_; }
  // Ends every browser; calls in progress end with Error{Interrupted}. Any thread.
  void interrupt();

 private:
  struct Seat {  // of one client
    explicit Seat(const AgentOptions& options) : workspace(options) {}
    Workspace workspace;
    std::mutex mutex;  // calls of one client are done one after the other
  };
  std::shared_ptr<Seat> seat_of(const std::string& session_key);
  void add_resources();
  void add_prompts();

  const AgentOptions options_;
  mcp::Server server_;
  std::mutex mutex_;  // of the seats
  std::map<std::string, std::shared_ptr<Seat>> seats_;
};

}  // namespace casement
