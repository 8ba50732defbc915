// Limits the time of each case of a flow.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "casement/base/deadline.h"

namespace casement {

// "the case had not ended within 20 s; under way was: click: button "Pay""; without the second part if `step` is empty.
std::string tell_case_timeout(Milliseconds limit, const std::string& step);

// Calls `end` once, on its own thread, if the timer still lives when the time is over. A limit of 0 is no limit.
class CaseTimer {
 public:
  CaseTimer(Milliseconds limit, std::function<void()> end);
  ~CaseTimer();  // waits for a running call
  CaseTimer(const CaseTimer&) = delete;
  CaseTimer& operator=(const CaseTimer&) = delete;

  // Stops the timer for good, e.g. because a person looks at the page. Any thread.
  void stop();
  bool is_over() const;  // whether `end` was called, or is running

 private:
  mutable std::mutex mutex_;
  std::condition_variable stopped_changed_;
  bool stopped_ = false, over_ = false;
  std::thread thread_;
};

}  // namespace casement
