// The servers of a project: started in order, each when the one before is ready; stopped in reverse order. Used on one
// thread.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "casement/flow/model/project.h"
#include "casement/servers/process.h"

namespace casement {

class ProjectServers {  // started by its constructor, stopped by its destructor
 public:
  struct Server {  // as reports tell of it
    std::string name;
    std::string log;         // the path of its log; "" where it was running already
    std::string running_at;  // where one was; "" where it was started
  };

  // Their logs are written into `log_folder`. `given_up` is asked now and again; where it says yes,
  // this throws Error{Interrupted}. Throws Error{Environment} for one that does not become ready,
  // which names its place in casement.yaml and what it printed last; none runs then.
  ProjectServers(const Project& project, const std::filesystem::path& log_folder, std::function<bool()> given_up = {});
  ~ProjectServers();
  ProjectServers(const ProjectServers&) = delete;
  ProjectServers& operator=(const ProjectServers&) = delete;

  const std::vector<Server>& servers() const { return servers_; }
  // How the one with this name has ended by itself; "" where it runs, or was running before.
  std::string how_ended(const std::string& name) const;
  // A sentence for each that has ended by itself, with what it printed last.
  std::vector<std::string> ended_messages() const;
  // Before the end of this. Returns these sentences, and one for each in which a sanitizer has found something; again:
  // nothing.
  std::vector<std::string> stop();

 private:
  void start(const Project& project, const ServerSettings& settings, const std::filesystem::path& log_folder,
             const std::function<bool()>& given_up);

  std::vector<Server> servers_;
  struct Running {
    std::string name;
    Process process;
  };
  std::vector<Running> running_;
};

}  // namespace casement
