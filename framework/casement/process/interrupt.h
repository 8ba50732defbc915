// SIGINT, SIGTERM and others that are named, for programs that own browsers: the first one calls back, on a thread
// where everything is allowed, so that the program can end its work; a second one ends the process at once (Chrome then
// ends by itself, and its folder is swept at the next start). For `main` only: libraries leave signals alone.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "casement/base/unique_fd.h"

namespace casement {

class InterruptWatch {
 public:
  // Takes SIGINT, SIGTERM and `others` over. `on_interrupt` is called at most once, with the signal's number, on
  // the watch's own thread. Throws Error{Internal} where a watch exists already.
  explicit InterruptWatch(std::function<void(int signal)> on_interrupt, std::vector<int> others = {});
  // Waits for a callback in progress, and restores the handlers that the signals had before.
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  // Until a signal has come and the callback has returned. Any thread.
  void wait();

  // The signal that came, or 0. Any thread.
  static int signal();
  // What the process should exit with after it: 130 for SIGINT, 143 for SIGTERM, 128 and the number after
  // another; 0 for none.
  static int exit_code();

 private:
  void run();

  std::function<void(int)> on_interrupt_;
  std::vector<int> signals_;
  UniqueFd stop_event_;
  std::mutex mutex_;
  std::condition_variable called_back_;
  bool has_called_back_ = false;  // under the mutex
  std::thread thread_;
};

}  // namespace casement
