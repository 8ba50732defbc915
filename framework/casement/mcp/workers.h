// Threads for what takes long: as many as there is work at the same time, up to a limit, kept for what comes next. Any
// thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace casement::mcp {

class Workers {
 public:
  explicit Workers(std::size_t most) : most_(most) {}
  ~Workers() { finish(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // False where so many jobs are being done that another would have to wait, or at the end. A job must not throw.
  bool start(std::function<void()> job);
  // Waits for what is being done; nothing is started any more.
  void finish();

 private:
  void run();

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t busy_ = 0;  // threads with a job; those of `jobs_` are none's yet
  bool end_ = false;
};

}  // namespace casement::mcp
