// Sees to it that a process group ends with this process, however this one ends: a small process of our own
// waits for that and kills the group, also one whose processes are stopped and so notice nothing by
// themselves. Any thread.
#pragma once

#include <sys/types.h>

#include "casement/base/unique_fd.h"

namespace casement {

class GroupGuard {
 public:
  // Throws Error{Environment} where the system has no process or descriptor left.
  explicit GroupGuard(pid_t group);
  // From here on the group is left alone.
  ~GroupGuard();
  GroupGuard(const GroupGuard&) = delete;
  GroupGuard& operator=(const GroupGuard&) = delete;

 private:
  pid_t guard_ = -1;
  UniqueFd alive_;  // the guard reads the other end, which ends with this process
};

}  // namespace casement
