// A process group that cannot outlive this process. A small process of our own, the guard, leads it and ignores the
// signals that ask for an end; when this process is gone, however that came, it kills the whole group and itself with
// it. As long as the guard has not been waited for, no other group can get the same id. Programs that make a group of
// their own leave it (setsid(2), as daemons do); those that have its mark in their environment are ended like the
// others. All member functions may be called by any thread.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"

namespace casement {

class ProcessGroup {
 public:
  // Throws Error{Environment} where the system has no process or descriptor left.
  ProcessGroup();
  // Kills whatever is left of it.
  ~ProcessGroup() { kill(); }
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  pid_t id() const { return guard_; }
  // A variable for the environment of the programs that are started in it.
  std::pair<std::string, std::string> mark() const { return {kMark, mark_.substr(std::string_view(kMark).size() + 1)}; }
  // The programs that have left it and still run.
  std::vector<pid_t> strays() const;
  // Sends a signal to all in it and to its strays; the guard ignores SIGTERM, SIGINT and SIGHUP. Nothing after `kill`.
  void signal(int number) noexcept;
  // Waits until only the guard is left, and no stray; false where the deadline passed first.
  bool wait_until_empty(Deadline deadline) const;
  // Kills all in it, the guard too, and waits until they have ended, a second at most. Safe to call again.
  void kill() noexcept;

 private:
  static constexpr const char* kMark = "_CASEMENT_GROUP";

  const std::string mark_;  // NAME=VALUE
  pid_t guard_ = -1;
  UniqueFd alive_;  // the guard reads the other end, which ends with this process
  mutable std::mutex mutex_;
  bool killed_ = false;
};

}  // namespace casement
