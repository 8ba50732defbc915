// A process beside a program that writes the program's reports where the program cannot: after a
// crash, a SIGKILL, `exit` or `_exit`. It is told what happens while the program lives, sees the
// end of the program itself (a pidfd: children that hold the program's descriptors do not matter),
// and ends with it. It is no child of the program, so that nobody who kills the program with its
// children, as ctest does, kills it too; and it holds the program's output, so that who reads that
// to its end finds the reports written.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <string_view>

#include "casement/base/unique_fd.h"
#include "casement/reports/process_end.h"

namespace casement::reports {

// What is done in the reporter's process.
class ReportedRun {
 public:
  virtual ~ReportedRun() = default;

  // A line that the program told; without its end.
  virtual void take_line(std::string_view line) = 0;
  // The program has ended, perhaps as it should.
  virtual void report(const ProcessEnd& end) = 0;
};

class CrashReporter {
 public:
  // Forks the process, in which `run` is called: to be made before the program has other threads.
  // Throws Error{Environment} where that cannot be.
  explicit CrashReporter(ReportedRun& run);

  // For a program that ends itself, by a signal or `exit`: returns when the reports are written, at
  // the latest after 5 s. May be called in a signal handler.
  void ring() noexcept;

  // A line with its end. Any thread; nothing happens in children of the program, and a reporter that
  // has gone, or does not listen for 5 s, is no harm: it is told nothing more.
  void tell(std::string_view line);

 private:
  std::mutex mutex_;  // of whole lines
  UniqueFd socket_, bell_;
  pid_t program_;
};

}  // namespace casement::reports
