// A process beside a program that writes the program's reports if the program cannot: after a crash, a SIGKILL, `exit`
// or `_exit`. The program sends events while it lives. The process detects the end of the program itself (with a pidfd,
// so children that hold the program's descriptors do not matter), and then ends too. The process is not a child of the
// program, so that it survives a kill of the program with its children, as by ctest. The process holds the program's
// output, so that a reader who reads the output to its end finds the reports written.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <string_view>

#include "casement/base/unique_fd.h"
#include "casement/reports/process_end.h"

namespace casement::reports {

// The work of the reporter's process.
class ReportedRun {
 public:
  virtual ~ReportedRun() = default;

  // Receives a line that the program sent, without its end.
  virtual void take_line(std::string_view line) = 0;
  // The program has ended, perhaps normally.
  virtual void report(const ProcessEnd& end) = 0;
};

class CrashReporter {
 public:
  // Forks the process in which `run` is called. Create the reporter before the program has other threads. Throws
  // Error{Environment} if the process cannot be started.
  explicit CrashReporter(ReportedRun& run);

  // For a program that is about to end, by a signal or `exit`: returns when the reports are written, after 5 s at most.
  // May be called in a signal handler.
  void ring() noexcept;

  // Sends a line with its end. Any thread. Does nothing in children of the program. If the reporter has gone, or does
  // not read for 5 s, nothing more is sent.
  void tell(std::string_view line);

 private:
  std::mutex mutex_;  // for whole lines
  UniqueFd socket_, bell_;
  pid_t program_;
};

}  // namespace casement::reports
