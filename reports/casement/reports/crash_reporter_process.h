// What the process of a CrashReporter does: it hears the program, and waits for its end.
#pragma once

#include <sys/types.h>

#include "casement/base/unique_fd.h"
#include "casement/reports/crash_reporter.h"

namespace casement::reports {

struct KeptProgram {
  pid_t process;
  UniqueFd handle;  // a pidfd of the program, which it opened itself: it cannot be too late; empty on Linux before 5.3
  UniqueFd socket;  // what it says
  UniqueFd bell;    // it rings at its end, and waits until this process has closed it
};

// In the forked process.
[[noreturn]] void run_keeper(KeptProgram program, ReportedRun& kept) noexcept;

}  // namespace casement::reports
