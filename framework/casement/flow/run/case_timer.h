// The time that a flow gives each of its cases.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "casement/base/deadline.h"

namespace casement {

// "the case had not ended within 20 s; under way was: click: button "Pay""; `step` may be empty.
std::string tell_case_timeout(Milliseconds limit, const std::string& step);

// Calls `end` once, on a thread of its own, where it still lives when the time is over. 0 is no limit.
class CaseTimer {
 public:
  CaseTimer(Milliseconds limit, std::function<void()> end);
  ~CaseTimer();  // waits for a call that has begun
  CaseTimer(const CaseTimer&) = delete;
  CaseTimer& operator=(const CaseTimer&) = delete;

  // For good: a person has taken the time over. Any thread.
  void stop();
  bool is_over() const;  // `end` was called, or is being called

 private:
  mutable std::mutex mutex_;
  std::condition_variable stopped_changed_;
  bool stopped_ = false, over_ = false;
  std::thread thread_;
};

}  // namespace casement
