// A second process of this program, forked without exec: the one place that forks it and prepares it for its work. A
// *reaper* cleans up after its owner has ended; a *daemon* stays for other processes.
#pragma once

#include <sys/types.h>

#include <functional>
#include <vector>

#include "casement/base/unique_fd.h"

namespace casement {

struct HelperOptions {
  // The limits of the body. Only the forking thread lives on in the helper, so a lock of another thread stays locked.
  enum class Body {
    SystemCalls,  // the owner may have threads: the body allocates nothing, takes no lock and throws nothing
    AnyCode,      // the owner has no thread whose locks the body needs; an exception ends the helper with code 1
  };
  // `Nobody`: the helper is no child of its owner, so that nobody who kills the owner with its children kills it too.
  enum class Parent { Owner, Nobody };
  // `OwnGroup`: the helper heads a process group in its owner's session, which other children of the owner can join.
  enum class Place { OwnGroup, OwnSession };
  // `Dropped`: whoever reads the owner's output until its end does not wait for the helper.
  enum class Output { Kept, Dropped };

  Body body = Body::AnyCode;
  Parent parent = Parent::Owner;
  Place place = Place::OwnSession;
  Output output = Output::Dropped;
  bool leaves_folder = false;         // its working directory is /, so that no other can be kept from being unmounted
  std::vector<UniqueFd*> keeps = {};  // at most six descriptors, which come to be 3, 4, …; an empty one stays empty
};

// Forks the helper, and calls `body` there with a handle of the owner (a pidfd, see `process_handle`). Standard input
// is empty; all descriptors of the owner but `keeps` and perhaps its output are closed. Signals that are meant for the
// owner, its group or its terminal (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE) and the limit of file sizes (SIGXFSZ)
// are ignored, others do what they do by default. The helper ends when `body` returns.
// Returns the id of the process, 0 for a child of nobody, or -1 with errno if the system has no process left.
pid_t start_helper(const HelperOptions& options, const std::function<void(UniqueFd owner)>& body);

// In the helper: returns when `line` becomes readable or its other end is closed, or when the owner has ended. Other
// processes may hold the other end of `line` open. System calls only.
void await_owner(int line, const UniqueFd& owner);

// Waits for a child to end, and returns its wait status.
int await_child(pid_t child) noexcept;

// A pidfd, readable once the process has ended; empty with errno if there is no such process, or before Linux 5.3.
UniqueFd process_handle(pid_t process);

}  // namespace casement
