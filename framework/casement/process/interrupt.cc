#include "casement/process/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "casement/base/error.h"

namespace casement {
namespace {

// Global, because a signal handler has no `this`.
std::atomic<bool> watching{false};
std::atomic<int> first_signal{0};
std::atomic<int> signal_event{-1};
std::array<struct sigaction, 64> previous;  // by the signal's number

void notify(int event) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(event, &one, sizeof one);
}

void handle_signal(int signal) {
  const int saved_errno = errno;
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, signal)) ::_exit(128 + signal);
  notify(signal_event.load());
  errno = saved_errno;
}

}  // namespace

InterruptWatch::InterruptWatch(std::function<void(int)> on_interrupt, std::vector<int> others)
    : on_interrupt_(std::move(on_interrupt)), signals_(std::move(others)), stop_event_(::eventfd(0, EFD_CLOEXEC)) {
  signals_.insert(signals_.end(), {SIGINT, SIGTERM});
  if (watching.exchange(true)) {
    throw Error(ErrorKind::Internal, "a second InterruptWatch was made");
  }
  first_signal = 0;
  signal_event = ::eventfd(0, EFD_CLOEXEC);
  if (!stop_event_ || signal_event < 0) {
    watching = false;
    throw Error(ErrorKind::Environment, "cannot make an eventfd for signals");
  }
  thread_ = std::thread([this] { run(); });
  struct sigaction action{};
  action.sa_handler = handle_signal;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  for (const int signal : signals_) ::sigaction(signal, &action, &previous.at(static_cast<std::size_t>(signal)));
}

InterruptWatch::~InterruptWatch() {
  for (const int signal : signals_) ::sigaction(signal, &previous.at(static_cast<std::size_t>(signal)), nullptr);
  notify(stop_event_.get());
  thread_.join();
  ::close(signal_event.exchange(-1));
  watching = false;
}

void InterruptWatch::wait() {
  std::unique_lock lock(mutex_);
  called_back_.wait(lock, [this] { return has_called_back_; });
}

int InterruptWatch::signal() {
  return first_signal;
}

int InterruptWatch::exit_code() {
  const int signal = first_signal;
  return signal == 0 ? 0 : 128 + signal;
}

void InterruptWatch::run() {
  pollfd waits[] = {{signal_event.load(), POLLIN, 0}, {stop_event_.get(), POLLIN, 0}};
  while (::poll(waits, 2, -1) < 0) {
  }
  if (waits[0].revents == 0) return;
  on_interrupt_(first_signal);
  const std::lock_guard lock(mutex_);
  has_called_back_ = true;
  called_back_.notify_all();
}

}  // namespace casement
