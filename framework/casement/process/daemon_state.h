// What a kept process has whatever it keeps: a socket at which commands and tests find it, the state
// file that names the socket, and the processes on whose behalf it runs. One thread.
#pragma once

#include <sys/types.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "casement/base/unique_fd.h"
#include "casement/process/profile_folder.h"

namespace casement {

class DaemonState {
 public:
  // Listens at a socket in a private folder; nobody knows of it before `announce`. Throws
  // Error{Environment} where that fails.
  explicit DaemonState(std::string state_file);
  ~DaemonState() { withdraw(); }
  DaemonState(const DaemonState&) = delete;
  DaemonState& operator=(const DaemonState&) = delete;

  // Writes the state file: the socket, this process and `more`, for this user only. Throws as above.
  void announce(nlohmann::json more);
  // Removes the state file, unless another daemon has taken its place.
  void withdraw();

  int descriptor() const { return listener_.get(); }  // readable when somebody connects
  UniqueFd accept();

 private:
  std::string state_file_;
  ProfileFolder folder_;
  std::string socket_path_;
  UniqueFd listener_;
};

// A kept process is wanted until all of these have ended, or said that they need it no longer.
class DaemonOwners {
 public:
  struct Owner {
    pid_t id;
    UniqueFd handle;  // readable once the process has ended
  };

  // Nothing for 0, or where the kernel has no process handles.
  void add(pid_t id);
  void remove(pid_t id);  // 0: all
  void remove_ended(int handle);

  const std::vector<Owner>& all() const { return owners_; }
  // False where there was one, and none is left.
  bool is_wanted() const { return !had_owner_ || !owners_.empty(); }

 private:
  std::vector<Owner> owners_;
  bool had_owner_ = false;
};

// Readable once the process has ended; empty where there is none, or the kernel has no such thing.
UniqueFd process_handle(pid_t process);

// The number in what a client says, "own 4711", behind `at` bytes; 0 for none.
int number_after(const std::string& line, std::size_t at);

}  // namespace casement
