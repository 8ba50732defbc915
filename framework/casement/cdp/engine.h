// A recursive mutex that records which thread holds the lock.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace casement::cdp {

// From now on, this thread cannot use any connection: each EngineLock throws Error{Usage} with this message. For
// threads on which a page waits, because the thread that waits for the page may hold the lock.
void bar_this_thread(const char* why);
// Throws that error in such a thread.
void check_this_thread();

class Engine {
 public:
  void lock();
  bool try_lock();
  void unlock();
  bool is_mine() const { return holder_ == std::this_thread::get_id(); }

 private:
  void note_holder();

  std::recursive_mutex mutex_;
  std::atomic<std::thread::id> holder_{};
  int depth_ = 0;  // guarded by the mutex
};

}  // namespace casement::cdp
