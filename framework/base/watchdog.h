// Ends work that takes too long, so that there is still a report of it: calls back once, on a thread
// of its own, when the time is over. Any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace casement {

class Watchdog {
 public:
  // `limit` of zero: never.
  Watchdog(std::chrono::seconds limit, std::function<void()> on_passed) {
    if (limit.count() == 0) return;
    thread_ = std::thread([this, limit, call = std::move(on_passed)] {
      std::unique_lock lock(mutex_);
      if (done_changed_.wait_for(lock, limit, [this] { return done_; })) return;
      passed_ = true;
      lock.unlock();
      call();
    });
  }
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    done_changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  bool passed() {
    const std::lock_guard lock(mutex_);
    return passed_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  bool passed_ = false;
  std::thread thread_;
};

}  // namespace casement
