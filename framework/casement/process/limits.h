// Limits of this machine, of the process and of its container, which may stop Chrome or this program from starting. Any
// thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "casement/base/error.h"

namespace casement {

// In bytes or numbers of things; empty if there is no limit or the limit is unknown.
struct MachineLimits {
  std::optional<std::uint64_t> open_files = {};        // RLIMIT_NOFILE
  std::optional<std::uint64_t> processes = {};         // RLIMIT_NPROC; empty for root
  std::optional<std::uint64_t> address_space = {};     // RLIMIT_AS
  std::optional<std::uint64_t> container_tasks = {};   // still available in the control group, pids.max
  std::optional<std::uint64_t> available_memory = {};  // of the machine or the control group, whichever is less

  static MachineLimits of_this_process();
};

// The limit that probably stopped a Chrome which ended while it started, as one line for people; "" if all limits are
// high enough.
std::string tight_limit(const MachineLimits& limits);

// "cannot make a pipe: Too many open files; 64 are allowed (ulimit -n)". `error` is an errno.
Error environment_error(const std::string& what, int error);

}  // namespace casement
