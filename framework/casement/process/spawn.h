// Starts a program with exactly the given descriptors, in a new or an existing process group. The only file that uses
// Boost.Process. Any thread; several at once.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace casement {

struct SpawnRequest {
  std::string program;  // an absolute path
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;  // overrides this process's own
  std::string working_directory;                                 // "" for this process's own
  // Descriptors of this process that become 1, 2, 3 and 4 in the child. -1 means /dev/null; if `input` is -1, 3 and 4
  // are closed. Standard input is /dev/null, and all other descriptors are closed.
  int standard_output = -1;
  int standard_error = -1;
  int input = -1;
  int output = -1;
  pid_t group = 0;  // the process group that the child joins; 0 for a new one
};

// Returns the process id, which is also the id of a new group; the caller waits for the process. Throws
// Error{Environment} with the system's reason if the program cannot be started, and then leaves no child.
pid_t spawn(const SpawnRequest& request);

}  // namespace casement
