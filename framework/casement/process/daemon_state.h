// The state that every daemon has: a socket where commands and tests reach it, the state file that names the socket,
// and the owners, which are the processes for which the daemon runs. One thread.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "casement/base/unique_fd.h"
#include "casement/process/profile_folder.h"

namespace casement {

class DaemonState {
 public:
  // Listens at a socket in a private folder, which clients cannot find before `announce`. `owner` is 0 for none. Throws
  // Error{Environment} if the socket cannot be made.
  DaemonState(std::string state_file, pid_t owner);
  ~DaemonState() { withdraw(); }
  DaemonState(const DaemonState&) = delete;
  DaemonState& operator=(const DaemonState&) = delete;

  // Writes the state file: the socket, this process's id and `more`, readable by this user only. Throws
  // Error{Environment} if the file cannot be written.
  void announce(nlohmann::json more);
  // Removes the state file, unless it names another daemon by now.
  void withdraw();

  // Returns the descriptors to poll: `stop`, the listening socket, then the handle of each owner.
  std::vector<pollfd> waits(int stop) const;
  // Removes the owners that have ended, according to the polled `waits`.
  void remove_ended(const std::vector<pollfd>& answered);
  // Returns the socket of a client that has connected; an invalid one if no client waits.
  UniqueFd accept();

  // Handles a client's line: "own PID" adds an owner and "stop PID" removes one, "stop 0" removes all. Other lines are
  // ignored. If a "stop" leaves no owner, the daemon is stopping and its state file is removed.
  void take(const std::string& line);
  bool is_stopping() const { return is_stopping_; }
  // False once the daemon is stopping, or if all its owners have ended. A daemon that never had an owner is wanted.
  bool is_wanted() const { return !is_stopping_ && (!had_owner_ || !owners_.empty()); }

 private:
  struct Owner {
    pid_t id;
    UniqueFd handle;
  };
  // Ignores 0, and every process if the kernel has no process handles. A process that has already ended counts as an
  // owner that has ended.
  void add_owner(pid_t id);

  std::string state_file_;
  ProfileFolder folder_;
  std::string socket_path_;
  UniqueFd listener_;
  std::vector<Owner> owners_;
  bool had_owner_ = false, is_stopping_ = false;
};

// The number in a client's line such as "own 4711", starting at byte `at`; 0 if there is no number.
int number_after(const std::string& line, std::size_t at);

}  // namespace casement
