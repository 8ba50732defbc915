// Holds the servers of a run in a helper process (base/helper_process.h). So the servers are stopped properly however
// the runner ends, and the runner, which forks workers later, has no thread. Messages are JSON, one per line:
//   from the helper  {"started": [{name, log, running_at}]} or {"failed": an Error}; at the end {"ended": [sentence]}
//   to the helper    the end of the stream: stop the servers
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "casement/flow/model/project.h"
#include "casement/results/model.h"
#include "casement/runners/answering_helper.h"

namespace casement::runners {

class ServerReaper {
 public:
  // Starts the project's servers, and waits until they are ready; logs go to `report_folder`/servers. SIGINT and
  // SIGTERM end the wait with Error{Interrupted}. Throws the errors of ProjectServers. Call this in a process without
  // other threads.
  ServerReaper(const Project& project, const std::filesystem::path& report_folder);
  // Stops the servers, and waits for their end.
  ~ServerReaper();
  ServerReaper(const ServerReaper&) = delete;
  ServerReaper& operator=(const ServerReaper&) = delete;

  // For reports.
  const std::vector<results::ServerInfo>& servers() const { return servers_; }
  // Stops the servers. Returns a sentence for each server that had already ended by itself, and for each server in
  // whose output a sanitizer reports an error. A second call returns nothing.
  std::vector<std::string> stop();

 private:
  void wait_until_started();
  void end();

  AnsweringHelper helper_;
  std::vector<results::ServerInfo> servers_;
};

}  // namespace casement::runners
