// A daemon that a command leaves behind for tests of many processes: of a browser, of servers. It is
// detached from the terminal and the pipes of whoever started it, and ends with its owner.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

#include "casement/base/unique_fd.h"

namespace casement::runners {

// `named`, else on whose behalf this command runs: ctest, whatever is between it and this process,
// else whoever started it. Throws where ctest has been killed since.
pid_t owner_of_daemon(std::optional<int> named);

// Two starts at once: the second waits here, and finds what the first has started. Held until the
// result goes. Throws Error{Environment} where the file beside `state_file` cannot be written.
UniqueFd lock_state(const std::string& state_file);

// What the daemon sees of its surroundings.
struct DaemonSurroundings {
  int stop;                           // becomes readable at a signal that asks it to end
  std::function<void()> ready;        // tells the starter, which waits for that; throws where the starter has gone
  std::function<bool()> is_given_up;  // the starter has gone, or a signal has come
};

// Runs `keep` in a daemon, and waits until that says that it is ready. Throws the Error that
// `keep` has thrown before, and Error{Environment} where the process ends without a word; `what` it
// keeps is in that, "the browser".
void start_daemon(const std::string& what, const std::function<void(const DaemonSurroundings&)>& keep);

}  // namespace casement::runners
