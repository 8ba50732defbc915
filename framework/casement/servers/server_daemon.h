// The daemon of servers that several test processes share: starts the servers of a project, writes the state file, and
// answers at a socket (see shared_servers.h). The daemon ends, and stops the servers, when a client removes the last
// owner or when every owner has ended. Owners are the processes for which the daemon runs. However the daemon ends, the
// servers end too. One thread.
//
// A question is one line; the answer is one line of JSON:
//   status, own PID  {"keeper", "file", "servers": [{"name", "log", "running_at", "ended"}]}
//   stop PID         {"stopped": bool, "messages": [sentence]}; false if others still use the servers
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "casement/process/daemon_state.h"
#include "casement/servers/project_servers.h"

namespace casement {

struct ServerDaemonOptions {
  std::string state_file = {};
  pid_t owner = 0;  // the first owner; 0 for none, then only a client or a signal ends it
  std::filesystem::path log_folder = {};
  std::function<bool()> given_up = {};  // called while the servers start; see ProjectServers
};

class ServerDaemon {
 public:
  // Starts the servers and writes the state file. Throws the errors of ProjectServers, and Error{Environment} if the
  // state file cannot be written; then no server is left running.
  ServerDaemon(const Project& project, const ServerDaemonOptions& options);
  // Stops the servers.
  ~ServerDaemon() { state_.withdraw(); }
  ServerDaemon(const ServerDaemon&) = delete;
  ServerDaemon& operator=(const ServerDaemon&) = delete;

  // Serves clients until the daemon is no longer wanted, or until `stop` becomes readable because of a signal.
  void run(int stop);

 private:
  std::string status() const;
  void serve(int client);

  std::string file_;
  DaemonState state_;
  ProjectServers servers_;
};

}  // namespace casement
