// The client's side of servers that `casement server start` runs for several test processes: under ctest each test is a
// process, and no test may start or stop the servers that others use. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/base/json.h"
#include "casement/flow/model/project.h"
#include "casement/results/model.h"

namespace casement {

// The environment variable that names the state file.
inline constexpr const char* kServersVariable = "CASEMENT_SERVERS";

// Parses and checks the daemon's answer to "status" or "own". Throws Error{Environment} if the answer has another
// shape, and Error{Protocol} if it is not JSON.
Json servers_status_of(std::string answer);

// The daemon's answer to "stop", checked in the same way.
struct ServersStopped {
  bool all = false;                 // false: other processes still use the servers
  std::vector<std::string> errors;  // about servers that ended by themselves, and sanitizer reports
};
ServersStopped servers_stopped_of(std::string answer);

// The shared servers of this project for reports, with their names and logs. Returns nullopt if the project has no
// programs, if the variable is not set or names no file, or if the daemon serves another casement.yaml. Throws
// Error{Environment} if a server or the daemon has ended, and the errors of `servers_status_of`.
std::optional<std::vector<results::ServerInfo>> shared_servers(const Project& project);

}  // namespace casement
