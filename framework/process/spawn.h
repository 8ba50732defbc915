// Starting a program with exactly the descriptors it is to have, as the leader of a process group
// of its own. The one place that knows Boost.Process. Any thread; several at once.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace casement {

struct SpawnRequest {
  std::string program;  // an absolute path
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;  // over our own
  // Descriptors of this process and what they become in the child: fd 2, 3 and 4. Standard input
  // and output are /dev/null; every other descriptor is closed in the child.
  int standard_error = -1;
  int input = -1;
  int output = -1;
};

// The process id, which is the group's id too; the caller waits for it. Throws Error{Environment}
// with the system's reason where the program cannot be started, and leaves no child then.
pid_t spawn(const SpawnRequest& request);

}  // namespace casement
