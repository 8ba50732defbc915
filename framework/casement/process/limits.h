// What of this machine may keep Chrome or this program from starting: limits of the process and of its
// container. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "casement/base/error.h"

namespace casement {

// None where there is no limit, or it is not known. Bytes, or numbers of things.
struct MachineLimits {
  std::optional<std::uint64_t> open_files = {};        // RLIMIT_NOFILE
  std::optional<std::uint64_t> processes = {};         // RLIMIT_NPROC; nothing for root
  std::optional<std::uint64_t> address_space = {};     // RLIMIT_AS
  std::optional<std::uint64_t> container_tasks = {};   // left in the control group, pids.max
  std::optional<std::uint64_t> available_memory = {};  // of the machine or the control group, whichever is less

  static MachineLimits of_this_process();
};

// The limit that a Chrome which ended while it started has probably met, as a line for people; "" where all
// are wide enough.
std::string tight_limit(const MachineLimits& limits);

// "cannot make a pipe: Too many open files; 64 are allowed (ulimit -n)". `error` is an errno.
Error environment_error(const std::string& what, int error);

}  // namespace casement
