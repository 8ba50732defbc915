// Starts a daemon that a command leaves running for tests of many processes: for a browser, or for servers. The daemon
// is detached from the terminal and the pipes of its starter, and ends with its owner.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

#include "casement/base/unique_fd.h"

namespace casement::runners {

// Returns `named`, if given. Otherwise returns the ctest process above this process, or else the parent process. Throws
// Error{Environment} if ctest has been killed since.
pid_t owner_of_daemon(std::optional<int> named);

// Prevents two starts at once: the second start waits here, and then finds the daemon of the first. The lock is held as
// long as the result exists. Throws Error{Environment} if the file beside `state_file` cannot be written.
UniqueFd lock_state(const std::string& state_file);

// The daemon's view of its surroundings.
struct DaemonSurroundings {
  int stop;                           // becomes readable if a signal asks the daemon to end
  std::function<void()> ready;        // notifies the starter, which waits for it; throws if the starter has gone
  std::function<bool()> is_given_up;  // whether the starter has gone, or a signal has come
};

// Runs `keep` in a daemon, and waits until `keep` calls `ready`. Throws the Error that `keep` threw before, and
// Error{Environment} if the process ends without a message; `what` names the content in the error, such as "the
// browser".
void start_daemon(const std::string& what, const std::function<void(const DaemonSurroundings&)>& keep);

}  // namespace casement::runners
