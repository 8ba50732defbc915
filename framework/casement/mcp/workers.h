// Threads for slow jobs: as many as there are jobs at the same time, up to a limit, and reused for later jobs. Any
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

  // Returns false if all threads are busy at the limit, or after `finish`. A job must not throw.
  bool start(std::function<void()> job);
  // Waits for all jobs, including queued jobs; later calls of `start` return false. Only one thread may call `finish`.
  void finish();

 private:
  void run();

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t busy_ = 0;  // threads with a job; queued jobs are not included
  bool end_ = false;
};

}  // namespace casement::mcp
