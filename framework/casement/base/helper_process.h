// Starts a second process of this program, forked without exec. No other code forks such a process. A *reaper* cleans
// up after its owner has ended; a *daemon* serves other processes.
#pragma once

#include <sys/types.h>

#include <functional>
#include <vector>

#include "casement/base/unique_fd.h"

namespace casement {

struct HelperOptions {
  // The limits of the body. Only the forking thread exists in the helper, so a lock held by another thread is never
  // released.
  enum class Body {
    SystemCalls,  // the owner may have threads: the body allocates nothing, takes no lock and throws nothing
    AnyCode,      // the owner has no thread whose locks the body needs; an exception ends the helper with exit code 1
  };
  // `Nobody`: the helper is not a child of its owner, so killing the owner with its children does not kill the helper.
  enum class Parent { Owner, Nobody };
  // `OwnGroup`: the helper leads a process group in its owner's session, which other children of the owner can join.
  enum class Place { OwnGroup, OwnSession };
  // `Dropped`: a process that reads the owner's output until its end does not wait for the helper.
  enum class Output { Kept, Dropped };

  Body body = Body::AnyCode;
  Parent parent = Parent::Owner;
  Place place = Place::OwnSession;
  Output output = Output::Dropped;
  bool leaves_folder = false;         // the working directory is /, so that the helper does not prevent an unmount
  std::vector<UniqueFd*> keeps = {};  // at most six, numbered 3, 4, … in the helper; an empty one stays empty
};

// Forks the helper, and calls `body` there with a handle of the owner (a pidfd, see `process_handle`). Standard input
// is empty; all descriptors of the owner except `keeps` and perhaps its output are closed. The helper ignores SIGXFSZ
// and the signals meant for the owner, its group or its terminal (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE). All other
// signals have their default action. The helper ends when `body` returns. Returns the process id, 0 for Parent::Nobody,
// or -1 with errno if the system cannot create a process.
pid_t start_helper(const HelperOptions& options, const std::function<void(UniqueFd owner)>& body);

// For the helper: returns when `line` becomes readable or its other end is closed, or when the owner has ended. Uses
// only system calls. Several processes may have the other end of `line` open.
void await_owner(int line, const UniqueFd& owner);

// Waits for a child to end, and returns its wait status.
int await_child(pid_t child) noexcept;

// A pidfd, readable once the process has ended; empty with errno if there is no such process, or before Linux 5.3.
UniqueFd process_handle(pid_t process);

}  // namespace casement
