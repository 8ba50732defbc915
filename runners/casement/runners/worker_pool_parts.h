// The parts of a WorkerPool; only for worker_pool.cc.
#pragma once

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "casement/base/message_socket.h"
#include "casement/base/unique_fd.h"
#include "casement/runners/worker_pool.h"

namespace casement::runners {

struct WorkerPool::Worker {
  pid_t process = -1;
  std::size_t place = 0;  // among workers that run at the same time
  MessageSocket socket;
  std::optional<std::size_t> case_number;
  bool prepared = false, paused = false, ended = false;
  bool broken = false;                 // the worker has no browser, and ends
  bool waits_in_line = false;          // for a browser of a Grid
  results::Case seen;                  // the current case, as far as known
  std::vector<std::string> under_way;  // titles of its open steps, outermost first
  Deadline due = Deadline::never();    // of the case; once it has passed, of its evidence
  std::string late;                    // why the case was asked to end; "" if it was not

  explicit Worker(UniqueFd end) : socket(std::move(end)) {}
};

// Blocks signals that end a program. The pool reads them while it waits.
class WorkerPool::Signals {
 public:
  Signals() {
    ::sigemptyset(&held_);
    ::sigaddset(&held_, SIGINT);
    ::sigaddset(&held_, SIGTERM);
    struct sigaction hangup{};
    ::sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN) ::sigaddset(&held_, SIGHUP);  // nohup wants SIGHUP ignored
    // A closed standard output must not end the program while reports are written. Chrome would inherit SIG_IGN, but
    // does not inherit a handler.
    ::sigaddset(&held_, SIGPIPE);
    struct sigaction unheard{};
    unheard.sa_handler = [](int) {};
    ::sigaction(SIGPIPE, &unheard, nullptr);
    ::sigprocmask(SIG_BLOCK, &held_, &before_);
    file_ = UniqueFd(::signalfd(-1, &held_, SFD_CLOEXEC));
    if (!file_) throw Error(ErrorKind::Environment, "cannot watch for signals");
  }
  ~Signals() { release(); }
  int descriptor() const { return file_.get(); }
  int read() const {
    signalfd_siginfo info{};
    return ::read(file_.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
  }
  // The next signal has its usual effect.
  void release() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t held_{}, before_{};
  UniqueFd file_;
};

}  // namespace casement::runners
