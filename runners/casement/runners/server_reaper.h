// The servers of a run, held by a helper of the runner (base/helper_process.h): they are stopped as
// they should be however the runner ends, and the runner, which forks workers later, has no thread.
// Messages are JSON, a line each:
//   from the helper  {"started": [{name, log, running_at}]} or {"failed": an Error}; at the end {"ended": [sentence]}
//   to the helper    the end of the stream means: stop them
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
  // Starts the project's servers, and waits until they are ready; their logs go to
  // `report_folder`/servers. SIGINT and SIGTERM end that with Error{Interrupted}. Throws what
  // ProjectServers throws. To be called in a process that has no other thread.
  ServerReaper(const Project& project, const std::filesystem::path& report_folder);
  // Stops them, and waits for that.
  ~ServerReaper();
  ServerReaper(const ServerReaper&) = delete;
  ServerReaper& operator=(const ServerReaper&) = delete;

  // For reports.
  const std::vector<results::ServerInfo>& servers() const { return servers_; }
  // Stops them. A sentence for each that had ended by itself before. Again: nothing.
  std::vector<std::string> stop();

 private:
  void wait_until_started();
  void end();

  AnsweringHelper helper_;
  std::vector<results::ServerInfo> servers_;
};

}  // namespace casement::runners
