#include "casement/process/process_group.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/process/marked_processes.h"
#include "casement/process/process_table.h"

namespace casement {
namespace {

// One that the kernel holds may take as long as it likes.
constexpr std::chrono::seconds kLongestEnd{1};

// In the child of a process with several threads: system calls only, and none that waits for a lock.
[[noreturn]] void guard_group(int owner_is_alive, std::string_view mark) {
  ::setpgid(0, 0);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGQUIT}) ::signal(number, SIG_IGN);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // Whoever reads this process's output until its end is not to wait for the guard.
  ::dup2(owner_is_alive, 0);
  if (::syscall(SYS_close_range, 1, ~0u, 0) != 0) {
    for (int fd = 1; fd < 65536; ++fd) ::close(fd);
  }
  [[maybe_unused]] const int changed = ::chdir("/");
  char byte;
  while (::read(0, &byte, 1) < 0 && errno == EINTR) {
  }
  kill_marked(mark);
  ::kill(0, SIGKILL);
  ::_exit(0);
}

std::string unique_mark(const char* name) {
  static std::atomic<int> number{0};
  std::random_device random;
  return std::string(name) + "=" + std::to_string(::getpid()) + "." + std::to_string(++number) + "." +
         std::to_string(random());
}

}  // namespace

ProcessGroup::ProcessGroup() : mark_(unique_mark(kMark)) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    throw Error(ErrorKind::Environment, "cannot make a pipe: " + system_message(errno));
  }
  const UniqueFd guards_end(ends[0]);
  alive_ = UniqueFd(ends[1]);
  guard_ = ::fork();
  if (guard_ == 0) guard_group(guards_end.get(), mark_);
  if (guard_ < 0) {
    throw Error(ErrorKind::Environment, "cannot make a process: " + system_message(errno));
  }
  ::setpgid(guard_, guard_);  // whichever of the two comes first: the group is there from here on
}

void ProcessGroup::signal(int number) noexcept {
  const std::lock_guard lock(mutex_);
  if (killed_) return;
  ::kill(-guard_, number);
  for (const pid_t stray : strays()) ::kill(stray, number);
}

std::vector<pid_t> ProcessGroup::strays() const {
  std::array<pid_t, 64> found{};
  const std::size_t count = find_marked(mark_, found.data(), found.size());
  std::vector<pid_t> strays(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
  std::erase_if(strays, [this](pid_t process) { return ::getpgid(process) == guard_; });
  return strays;
}

bool ProcessGroup::wait_until_empty(Deadline deadline) const {
  for (;;) {
    const std::vector<pid_t> live = live_processes(guard_, "");
    const auto other = std::find_if(live.begin(), live.end(), [&](pid_t id) { return id != guard_; });
    const std::vector<pid_t> left = other == live.end() ? strays() : std::vector{*other};
    if (left.empty()) return true;
    if (!wait_until_ended(left.front(), deadline)) return false;
  }
}

void ProcessGroup::kill() noexcept {
  const std::lock_guard lock(mutex_);
  if (killed_) return;
  killed_ = true;
  ::kill(-guard_, SIGKILL);
  kill_marked(mark_);
  // A process that was killed is gone a little later, and with it its files and ports.
  try {
    wait_until_none(guard_, "", Deadline::in(kLongestEnd));
  } catch (const std::exception&) {  // the process table cannot be read: they are killed all the same
  }
  while (::waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace casement
