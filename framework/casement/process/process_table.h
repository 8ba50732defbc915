// Asks the kernel about processes, not only about children of this process. Uses Linux' /proc and pidfds; stateless.
// Any thread.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

// The running processes in the process group `group` (0 for no group), and those whose command line contains `mention`
// ("" for no text). Zombies are left out.
std::vector<pid_t> live_processes(pid_t group, std::string_view mention);

// The nearest ancestor of `process` whose program's name begins with `name`; 0 if there is none. Linux stores only the
// first 15 bytes of the name.
pid_t ancestor_named(pid_t process, std::string_view name);

// Waits until the process has ended, even if its parent has not waited for it. Returns false if the deadline passes
// first.
bool wait_until_ended(pid_t process, Deadline deadline);

// How an unreaped child ended: "exited with code 3", "was killed by signal 11 (Segmentation fault)"; "" while it runs;
// "ended, how is not known," if its status is lost. Does not reap the child.
std::string describe_end(pid_t child);

// Waits until live_processes(group, mention) is empty; returns false if the deadline passes first.
bool wait_until_none(pid_t group, std::string_view mention, Deadline deadline);

}  // namespace casement
