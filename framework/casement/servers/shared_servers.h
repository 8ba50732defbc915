// The side of tests that use servers which `casement server start` keeps for all of them: under ctest
// each test is a process, and none of them may start or stop what the others use. Any thread.
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

// What the process that keeps servers answered to "status" or "own": its shape is checked here, so that it may be
// relied on. Throws Error{Environment} for another one.
Json servers_status_of(std::string answer);

// Its answer to "stop", checked in the same way.
struct ServersStopped {
  bool all = false;                 // false: others use them still
  std::vector<std::string> errors;  // of servers that had ended before they were stopped
};
ServersStopped servers_stopped_of(std::string answer);

// For reports, each of the servers by its name and where its log is; nullopt where none are kept for
// this project: the variable is not set, names no file, or the file of another casement.yaml. Throws
// Error{Environment} where one of them has ended, or the process that keeps them.
std::optional<std::vector<results::ServerInfo>> shared_servers(const Project& project);

}  // namespace casement
