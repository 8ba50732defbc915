#include "casement/process/reaper.h"

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
[[noreturn]] void wait_and_reap(pid_t owner, int owner_is_alive, const std::function<void()>& reap) {
  ::setpgid(0, 0);  // what the terminal sends is not for it
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGQUIT}) ::signal(number, SIG_IGN);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // Whoever reads the owner's output until its end is not to wait for the reaper.
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
  reap();
  ::_exit(0);
}

}  // namespace

Reaper::Reaper(const std::function<void()>& reap) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw environment_error("cannot make a pipe", errno);
  const UniqueFd reapers_end(ends[0]);
  alive_ = UniqueFd(ends[1]);
  const pid_t owner = ::getpid();
  id_ = ::fork();
  if (id_ == 0) wait_and_reap(owner, reapers_end.get(), reap);
  if (id_ < 0) throw environment_error("cannot make a process", errno);
  ::setpgid(id_, id_);  // whichever of the two comes first: the group is there from here on
}

void Reaper::dismiss() noexcept {
  if (dismissed_) return;
  dismissed_ = true;
  ::kill(id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::function<void()> killing_group(pid_t group) {
  return [group] { ::kill(-group, SIGKILL); };
}

}  // namespace casement
