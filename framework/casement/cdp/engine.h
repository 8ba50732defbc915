// A mutex that knows whose it is, and nests on one thread.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace casement::cdp {

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
  int depth_ = 0;  // under the mutex
};

}  // namespace casement::cdp
