// A process group that cannot outlive this process. A Reaper leads it and ignores the signals that ask for an end; when
// this process is gone, however that came, it kills the whole group and itself with it. As long as the reaper has not
// been waited for, no other group can get the same id. Programs that make a group of
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
#include "casement/process/reaper.h"

namespace casement {

class ProcessGroup {
 public:
  // Throws Error{Environment} where the system has no process or descriptor left.
  ProcessGroup();
  // Kills whatever is left of it.
  ~ProcessGroup() { kill(); }
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  pid_t id() const { return reaper_.id(); }
  // A variable for the environment of the programs that are started in it.
  std::pair<std::string, std::string> mark() const { return {kMark, mark_.substr(std::string_view(kMark).size() + 1)}; }
  // The programs that have left it and still run.
  std::vector<pid_t> strays() const;
  // Sends a signal to all in it and to its strays; the reaper ignores SIGTERM, SIGINT and SIGHUP. Nothing after `kill`.
  void signal(int number) noexcept;
  // Waits until only the reaper is left, and no stray; false where the deadline passed first.
  bool wait_until_empty(Deadline deadline) const;
  // Kills all in it, the reaper too, and waits until they have ended, a second at most. Safe to call again.
  void kill() noexcept;

 private:
  static constexpr const char* kMark = "_CASEMENT_GROUP";

  const std::string mark_;  // NAME=VALUE
  Reaper reaper_;           // heads the group
  mutable std::mutex mutex_;
  bool killed_ = false;
};

}  // namespace casement
