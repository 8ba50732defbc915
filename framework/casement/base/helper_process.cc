#include "casement/base/helper_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <iostream>

namespace casement {
namespace {

constexpr int kFirst = 3;
// Above every descriptor number that `hold_only` assigns.
constexpr int kBeyond = 10;

void ignore_terminal_signals() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ}) ::signal(number, SIG_IGN);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Closes all descriptors except `kept` and standard output. The first of `kept` becomes descriptor 3.
void hold_only(const std::vector<UniqueFd*>& kept, HelperOptions::Output output) {
  // First moves all of them above the assigned numbers, so that dup2 does not overwrite one that is still needed.
  for (UniqueFd* const one : kept) {
    if (*one) *one = UniqueFd(::fcntl(one->get(), F_DUPFD_CLOEXEC, kBeyond));
  }
  int place = kFirst;
  for (UniqueFd* const one : kept) {
    if (*one) *one = UniqueFd(::dup2(one->get(), place++));
  }
  if (::syscall(SYS_close_range, place, ~0U, 0) != 0) {
    for (int number = place; number < 65536; ++number) ::close(number);  // kernels before 5.9
  }
  const int last = output == HelperOptions::Output::Kept ? STDIN_FILENO : STDERR_FILENO;
  for (int standard = STDIN_FILENO; standard <= last; ++standard) {
    ::close(standard);
    ::open("/dev/null", O_RDWR);  // takes the lowest free number
  }
}

// Runs in the helper: only system calls.
void prepare(const HelperOptions& options, const std::vector<UniqueFd*>& kept) {
  if (options.place == HelperOptions::Place::OwnGroup)
    ::setpgid(0, 0);
  else
    ::setsid();
  ignore_terminal_signals();
  [[maybe_unused]] const int changed = options.leaves_folder ? ::chdir("/") : 0;
  hold_only(kept, options.output);
}

}  // namespace

pid_t start_helper(const HelperOptions& options, const std::function<void(UniqueFd owner)>& body) {
  UniqueFd owner = process_handle(::getpid());
  std::vector<UniqueFd*> kept = options.keeps;
  kept.push_back(&owner);
  if (options.body == HelperOptions::Body::AnyCode && options.output == HelperOptions::Output::Kept) {
    // Otherwise the helper would write the buffered text a second time.
    std::cout.flush();
    std::fflush(nullptr);
  }
  const pid_t child = ::fork();
  if (child == 0) {
    if (options.parent == HelperOptions::Parent::Nobody) {
      const pid_t helper = ::fork();
      if (helper != 0) ::_exit(helper < 0 ? 1 : 0);
    }
    prepare(options, kept);
    try {
      body(std::move(owner));
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  if (child < 0) return child;
  if (options.parent == HelperOptions::Parent::Nobody) {
    if (await_child(child) == 0) return 0;
    errno = EAGAIN;
    return -1;
  }
  // Parent and helper both create the group, so that the group exists whichever of the two runs first.
  if (options.place == HelperOptions::Place::OwnGroup) ::setpgid(child, child);
  return child;
}

void await_owner(int line, const UniqueFd& owner) {
  pollfd waits[] = {{line, POLLIN, 0}, {owner.get(), POLLIN, 0}};
  while (::poll(waits, 2, -1) < 0 && errno == EINTR) {
  }
}

int await_child(pid_t child) noexcept {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

UniqueFd process_handle(pid_t process) {
  // Uses the system call, because the wrapper in the C library is newer than some supported systems.
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

}  // namespace casement
