// A small helper process that cleans up after this process has ended, for whatever reason. The reaper leads a process
// group of its own. Any thread, but only one at a time may call `dismiss`.
#pragma once

#include <sys/types.h>

#include <functional>

#include "casement/base/unique_fd.h"

namespace casement {

class Reaper {
 public:
  // Calls `reap` in the reaper when this process has ended. `reap` makes system calls only, because this process may
  // have threads (HelperOptions::Body). Throws Error{Environment} if the system has no process or descriptor left.
  explicit Reaper(const std::function<void()>& reap);
  ~Reaper() { dismiss(); }
  Reaper(const Reaper&) = delete;
  Reaper& operator=(const Reaper&) = delete;

  pid_t id() const { return id_; }  // of the process, and of its group
  // Ends the reaper without cleaning up. Safe to call again.
  void dismiss() noexcept;

 private:
  pid_t id_ = -1;
  bool dismissed_ = false;
  UniqueFd alive_;  // the reaper reads from the other end until this process ends
};

// A `reap` that kills a process group; this also kills stopped processes, which would not notice that this process has
// ended.
std::function<void()> killing_group(pid_t group);

}  // namespace casement
