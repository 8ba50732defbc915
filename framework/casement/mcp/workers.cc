#include "casement/mcp/workers.h"

#include <utility>

namespace casement::mcp {

bool Workers::start(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  if (end_ || busy_ + jobs_.size() >= most_) return false;
  jobs_.push_back(std::move(job));
  if (busy_ + jobs_.size() > threads_.size()) threads_.emplace_back([this] { run(); });
  changed_.notify_one();
  return true;
}

void Workers::finish() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
    changed_.notify_all();
  }
  for (std::thread& one : threads_) one.join();
  threads_.clear();
}

void Workers::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return end_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    ++busy_;
    lock.unlock();
    job();
    job = nullptr;  // destroys the job's objects without the lock
    lock.lock();
    --busy_;
  }
}

}  // namespace casement::mcp
