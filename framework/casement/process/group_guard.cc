#include "casement/process/group_guard.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "casement/base/error.h"
#include "casement/process/limits.h"

namespace casement {
namespace {

// In the child of a process with several threads: system calls only, and none that waits for a lock.
[[noreturn]] void guard(pid_t group, pid_t owner, int owner_is_alive) {
  ::setpgid(0, 0);  // what the terminal sends is not for it
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGQUIT}) ::signal(number, SIG_IGN);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(owner_is_alive, 0);
  if (::syscall(SYS_close_range, 1, ~0u, 0) != 0) {
    for (int fd = 1; fd < 65536; ++fd) ::close(fd);
  }
  [[maybe_unused]] const int changed = ::chdir("/");
  // The pipe may be held open by another child of the owner's.
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, owner, 0));
  pollfd waits[] = {{0, POLLIN, 0}, {handle, POLLIN, 0}};
  while (::getppid() == owner && ::poll(waits, 2, -1) < 0 && errno == EINTR) {
  }
  ::kill(-group, SIGKILL);
  ::_exit(0);
}

}  // namespace

GroupGuard::GroupGuard(pid_t group) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw environment_error("cannot make a pipe", errno);
  const UniqueFd guards_end(ends[0]);
  alive_ = UniqueFd(ends[1]);
  const pid_t owner = ::getpid();
  guard_ = ::fork();
  if (guard_ == 0) guard(group, owner, guards_end.get());
  if (guard_ < 0) throw environment_error("cannot make a process", errno);
}

GroupGuard::~GroupGuard() {
  ::kill(guard_, SIGKILL);
  while (::waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace casement
