// The state of a daemon, whatever the daemon keeps: a socket at which commands and tests find it, the state file that
// names the socket, and the owners, which are the processes on whose behalf the daemon runs. One thread.
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
  // Listens at a socket in a private folder; nobody knows of it before `announce`. `owner` is 0 for none. Throws
  // Error{Environment} where that fails.
  DaemonState(std::string state_file, pid_t owner);
  ~DaemonState() { withdraw(); }
  DaemonState(const DaemonState&) = delete;
  DaemonState& operator=(const DaemonState&) = delete;

  // Writes the state file: the socket, this process and `more`, for this user only. Throws as above.
  void announce(nlohmann::json more);
  // Removes the state file, unless another daemon has taken its place.
  void withdraw();

  // What a daemon waits for: `stop`, a client that connects, then the end of each owner.
  std::vector<pollfd> waits(int stop) const;
  // Forgets the owners that have ended, by the answers to `waits`.
  void remove_ended(const std::vector<pollfd>& answered);
  // A client that has connected.
  UniqueFd accept();

  // A client's "own PID" or "stop PID"; others change nothing. "stop 0" speaks for all owners. The last owner that says
  // so stops the daemon, which nobody finds from then on.
  void take(const std::string& line);
  bool is_stopping() const { return is_stopping_; }
  // False once it is stopping, or has had an owner and has none left.
  bool is_wanted() const { return !is_stopping_ && (!had_owner_ || !owners_.empty()); }

 private:
  struct Owner {
    pid_t id;
    UniqueFd handle;
  };
  // Nothing for 0, or where the kernel has no process handles.
  void add_owner(pid_t id);

  std::string state_file_;
  ProfileFolder folder_;
  std::string socket_path_;
  UniqueFd listener_;
  std::vector<Owner> owners_;
  bool had_owner_ = false, is_stopping_ = false;
};

// The number in what a client says, "own 4711", behind `at` bytes; 0 for none.
int number_after(const std::string& line, std::size_t at);

}  // namespace casement
