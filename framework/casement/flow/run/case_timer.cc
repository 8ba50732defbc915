#include "casement/flow/run/case_timer.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace casement {

std::string tell_case_timeout(Milliseconds limit, const std::string& step) {
  const double seconds = static_cast<double>(limit.count()) / 1000;
  return fmt::format("the case did not end within {:g} s{}", seconds, step.empty() ? "" : "; running step: " + step);
}

CaseTimer::CaseTimer(Milliseconds limit, std::function<void()> end) {
  if (limit.count() <= 0) return;
  const auto due = std::chrono::steady_clock::now() + limit;
  thread_ = std::thread([this, due, call = std::move(end)] {
    {
      std::unique_lock lock(mutex_);
      if (stopped_changed_.wait_until(lock, due, [this] { return stopped_; })) return;
      over_ = true;
    }
    call();
  });
}

CaseTimer::~CaseTimer() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void CaseTimer::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  stopped_changed_.notify_all();
}

bool CaseTimer::is_over() const {
  const std::lock_guard lock(mutex_);
  return over_;
}

}  // namespace casement
