// The servers of a project, started in order, each when the one before is ready, and stopped in reverse order. Also
// copies the project's `logs` of other programs, from before the first server starts. Used on one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "casement/flow/model/project.h"
#include "casement/servers/process.h"

namespace casement {

class ProjectServers {  // its constructor starts the servers, its destructor stops them
 public:
  struct Server {  // for reports
    std::string name;
    std::string log;         // the path of its log or copy; "" if it was already running
    std::string running_at;  // its address if it was already running; "" if it was started
  };

  // Writes the logs into `log_folder`. Calls `given_up` repeatedly and throws Error{Interrupted} if it returns true.
  // Throws Error{Environment} if a server does not become ready; the message has its place in casement.yaml, the trail
  // its last output. If this throws, no server is left running.
  ProjectServers(const Project& project, const std::filesystem::path& log_folder, std::function<bool()> given_up = {});
  ~ProjectServers();
  ProjectServers(const ProjectServers&) = delete;
  ProjectServers& operator=(const ProjectServers&) = delete;

  // Includes the `logs`. A log that has the name of a server is "NAME-log".
  const std::vector<Server>& servers() const { return servers_; }
  // How the server with this name ended by itself; "" if it runs, or was already running before.
  std::string how_ended(const std::string& name) const;
  // A sentence for each server that has ended by itself, with its last output.
  std::vector<std::string> ended_messages() const;
  // Stops the servers. Returns the sentences of `ended_messages`, and one for each server in whose output a sanitizer
  // reports an error. A second call returns nothing.
  std::vector<std::string> stop();

 private:
  void start(const Project& project, const ServerSettings& settings, const std::filesystem::path& log_folder,
             const std::function<bool()>& given_up);

  void follow(const Project& project, const LogSettings& settings, const std::filesystem::path& log_folder);

  std::vector<Server> servers_;
  std::vector<Process> logs_;  // may end at any time
  struct Running {
    std::string name;
    Process process;
  };
  std::vector<Running> running_;
};

}  // namespace casement
