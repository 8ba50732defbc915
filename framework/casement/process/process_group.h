// A process group that cannot outlive this process. A Reaper leads the group and ignores SIGTERM, SIGINT and SIGHUP;
// when this process has ended for any reason, the reaper kills the whole group and itself. No other group can get the
// same id before the reaper is waited for. Programs that make a group of their own leave this one (setsid(2), as
// daemons do). Such strays are ended too if their environment contains the group's mark. All member functions may be
// called by any thread.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/process/reaper.h"

namespace casement {

class ProcessGroup {
 public:
  // Throws Error{Environment} if the system has no process or descriptor left.
  ProcessGroup();
  // Kills the rest of the group.
  ~ProcessGroup() { kill(); }
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  pid_t id() const { return reaper_.id(); }
  // An environment variable for the programs that are started in this group.
  std::pair<std::string, std::string> mark() const { return {kMark, mark_.substr(std::string_view(kMark).size() + 1)}; }
  // The programs that have left the group and still run, at most 64 of them.
  std::vector<pid_t> strays() const;
  // Sends a signal to the group and to its strays; the reaper ignores SIGTERM, SIGINT and SIGHUP. Does nothing after
  // `kill`.
  void signal(int number) noexcept;
  // Waits until only the reaper and no stray is left; returns false if the deadline passes first.
  bool wait_until_empty(Deadline deadline) const;
  // Kills the group, the reaper and all strays, and waits at most one second until the group has ended. Safe to call
  // again.
  void kill() noexcept;

 private:
  static constexpr const char* kMark = "_CASEMENT_GROUP";

  const std::string mark_;  // NAME=VALUE
  Reaper reaper_;           // leads the group
  mutable std::mutex mutex_;
  bool killed_ = false;
};

}  // namespace casement
