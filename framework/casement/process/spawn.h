// Starting a program with exactly the descriptors it is to have, in a process group of
// its own or one that is there. The one place that knows Boost.Process. Any thread; several at once.
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
  std::string working_directory;                                 // "" for this process's own
  // Descriptors of this process and what they become in the child: fd 1, 2, 3 and 4. Where one is
  // not given, 1 and 2 are /dev/null, and 3 and 4 are closed, as every other descriptor is. Standard
  // input is /dev/null.
  int standard_output = -1;
  int standard_error = -1;
  int input = -1;
  int output = -1;
  pid_t group = 0;  // the process group that it joins; 0 for one of its own
};

// The process id, which is its own group's id too; the caller waits for it. Throws Error{Environment}
// with the system's reason where the program cannot be started, and leaves no child then.
pid_t spawn(const SpawnRequest& request);

}  // namespace casement
