#include "casement/process/process_group.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "casement/process/marked_processes.h"
#include "casement/process/process_table.h"

namespace casement {
namespace {

// A process may end later if the kernel holds it.
constexpr std::chrono::seconds kLongestEnd{1};

std::string unique_mark(const char* name) {
  static std::atomic<int> number{0};
  std::random_device random;
  return std::string(name) + "=" + std::to_string(::getpid()) + "." + std::to_string(++number) + "." +
         std::to_string(random());
}

}  // namespace

ProcessGroup::ProcessGroup()
    : mark_(unique_mark(kMark)), reaper_([this] {
        kill_marked(mark_);
        ::kill(0, SIGKILL);
      }) {}

void ProcessGroup::signal(int number) noexcept {
  const std::lock_guard lock(mutex_);
  if (killed_) return;
  ::kill(-id(), number);
  for (const pid_t stray : strays()) ::kill(stray, number);
}

std::vector<pid_t> ProcessGroup::strays() const {
  std::array<pid_t, 64> found{};
  const std::size_t count = find_marked(mark_, found.data(), found.size());
  std::vector<pid_t> strays(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
  std::erase_if(strays, [this](pid_t process) { return ::getpgid(process) == id(); });
  return strays;
}

bool ProcessGroup::wait_until_empty(Deadline deadline) const {
  for (;;) {
    const std::vector<pid_t> live = live_processes(id(), "");
    const auto other = std::find_if(live.begin(), live.end(), [&](pid_t process) { return process != id(); });
    const std::vector<pid_t> left = other == live.end() ? strays() : std::vector{*other};
    if (left.empty()) return true;
    if (!wait_until_ended(left.front(), deadline)) return false;
  }
}

void ProcessGroup::kill() noexcept {
  const std::lock_guard lock(mutex_);
  if (killed_) return;
  killed_ = true;
  ::kill(-id(), SIGKILL);
  kill_marked(mark_);
  // A killed process, with its files and ports, disappears a little later.
  try {
    wait_until_none(id(), "", Deadline::in(kLongestEnd));
  } catch (const std::exception&) {  // the process table cannot be read; SIGKILL was sent anyway
  }
  reaper_.dismiss();
}

}  // namespace casement
