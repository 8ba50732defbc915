// Handles SIGINT, SIGTERM and further signals in programs that own browsers. The first signal calls back on a thread of
// its own, so that the program can end its work. A second signal ends the process at once; Chrome then ends by itself,
// and the next start sweeps its folder. For `main` only: libraries do not handle signals.
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
  // Handles SIGINT, SIGTERM and `others`. `on_interrupt` is called at most once, with the signal's number, on the
  // watch's own thread. Throws Error{Internal} if another watch exists, and Error{Environment} if there are no
  // descriptors left.
  explicit InterruptWatch(std::function<void(int signal)> on_interrupt, std::vector<int> others = {});
  // Waits for a callback in progress, and restores the handlers that the signals had before.
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  // Waits until a signal has come and the callback has returned. Any thread.
  void wait();

  // The signal that came, or 0. Any thread.
  static int signal();
  // The exit code for the process after the signal: 130 for SIGINT, 143 for SIGTERM, 128 plus the number for others; 0
  // if no signal has come.
  static int exit_code();

 private:
  void run();

  std::function<void(int)> on_interrupt_;
  std::vector<int> signals_;
  UniqueFd stop_event_;
  std::mutex mutex_;
  std::condition_variable called_back_;
  bool has_called_back_ = false;  // guarded by the mutex
  std::thread thread_;
};

}  // namespace casement
