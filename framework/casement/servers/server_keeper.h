// The keeper's side of servers that the tests of many processes use: starts those of a project,
// writes its state file, and answers at a socket (see kept_servers.h). It ends, and they with it,
// when it is asked to or when every process on whose behalf it was started is gone. However the keeper itself ends,
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

#include "casement/process/keeper_place.h"
#include "casement/servers/project_servers.h"

namespace casement {

struct ServerKeeperOptions {
  std::string state_file = {};
  pid_t owner = 0;  // the process on whose behalf; 0 for none
  std::filesystem::path log_folder = {};
  std::function<bool()> given_up = {};  // asked while they start; see ProjectServers
};

class ServerKeeper {
 public:
  // Starts the servers and writes the state file. Throws what ProjectServers throws, and
  // Error{Environment} where the state file cannot be written; none runs then.
  ServerKeeper(const Project& project, const ServerKeeperOptions& options);
  // Stops them.
  ~ServerKeeper() { place_.withdraw(); }
  ServerKeeper(const ServerKeeper&) = delete;
  ServerKeeper& operator=(const ServerKeeper&) = delete;

  // Answers until it is time to end. `stop` becomes readable for a signal.
  void run(int stop);

 private:
  std::string status() const;
  void serve(int client);

  std::string file_;
  KeeperPlace place_;
  KeeperOwners owners_;
  ProjectServers servers_;
  bool stopping_ = false;
};

}  // namespace casement
