// Questions to the kernel about processes that are not, or not only, our children. Linux' /proc and
// pidfds; no state. Any thread.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

// Processes, dead ones that nobody has waited for left out, that are in the process group `group`
// (0: any none) or whose command line contains `mention` ("": none).
std::vector<pid_t> live_processes(pid_t group, std::string_view mention);

// The nearest ancestor of `process` whose program's name begins with `name`; 0 where there is none.
pid_t ancestor_named(pid_t process, std::string_view name);

// Waits until the process has ended, whether or not it was waited for by its parent. False where
// the deadline passed first.
bool wait_until_ended(pid_t process, Deadline deadline);

// How a child that nobody has waited for yet ended: "exited with code 3", "was killed by signal 11
// (Segmentation fault)"; "" while it runs. Does not wait for it.
std::string describe_end(pid_t child);

// Waits until live_processes(group, mention) is empty.
bool wait_until_none(pid_t group, std::string_view mention, Deadline deadline);

}  // namespace casement
