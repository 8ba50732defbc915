// The daemon's side of servers that the tests of many processes use: starts those of a project,
// writes its state file, and answers at a socket (see shared_servers.h). It ends, and they with it,
// when it is asked to or when every process on whose behalf it was started is gone. However the daemon itself ends,
// they end. One thread.
//
// A question is a line, and so is its answer, JSON:
//   status, own PID  {"keeper", "file", "servers": [{"name", "log", "running_at", "ended"}]}
//   stop PID         {"stopped": bool, "messages": [sentence]}; false where others use them
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
  pid_t owner = 0;  // the process on whose behalf; 0 for none
  std::filesystem::path log_folder = {};
  std::function<bool()> given_up = {};  // asked while they start; see ProjectServers
};

class ServerDaemon {
 public:
  // Starts the servers and writes the state file. Throws what ProjectServers throws, and
  // Error{Environment} where the state file cannot be written; none runs then.
  ServerDaemon(const Project& project, const ServerDaemonOptions& options);
  // Stops them.
  ~ServerDaemon() { state_.withdraw(); }
  ServerDaemon(const ServerDaemon&) = delete;
  ServerDaemon& operator=(const ServerDaemon&) = delete;

  // Answers until it is time to end. `stop` becomes readable for a signal.
  void run(int stop);

 private:
  std::string status() const;
  void serve(int client);

  std::string file_;
  DaemonState state_;
  ProjectServers servers_;
};

}  // namespace casement
