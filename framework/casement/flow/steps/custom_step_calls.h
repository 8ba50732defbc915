// The page calls of a custom step's body: each call is a step in the report, below the custom step, and the custom
// step's timeout limits all calls together. Test programs use the titles of calls too.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/weak_ptr.h"
#include "casement/browser/values/call_observer.h"
#include "casement/flow/play/page_stack.h"
#include "casement/results/recorder.h"
#include "casement/results/source_lines.h"

namespace casement {

// Returns one line: `click button "Pay"`. Codes and card numbers are masked.
std::string call_title(const CallWords& words);

// Observes the calls of this thread for as long as it lives. Calls on other threads, and calls inside of a call, are
// not observed.
class CustomStepCalls : public CallObserver {
 public:
  // A `timeout` of 0 limits nothing. Each call waits for the rest of the time, unless it has a timeout of its own.
  CustomStepCalls(PageStack& pages, results::Recorder& recorder, Milliseconds timeout);
  ~CustomStepCalls() override;
  CustomStepCalls(const CustomStepCalls&) = delete;
  CustomStepCalls& operator=(const CustomStepCalls&) = delete;

  // The same error with the step in the trail. If the last failed call threw the error, the trail names the line of
  // the call too.
  Error with_place(const Error& error, const std::string& step) const;

  void began(PageSession& page, const CallWords& words, const Where& where) noexcept override;
  void ended(PageSession& page, const std::exception* error) noexcept override;

 private:
  using Clock = std::chrono::steady_clock;
  template <typename Body>
  void without_harm(const Body& body) noexcept;
  void open(const CallWords& words);

  ContextSession& context_;
  results::Recorder& recorder_;
  const WeakPtr<CallObserver> before_;
  const std::thread::id thread_;
  std::optional<Deadline> end_;
  results::SourceLines sources_;
  int depth_ = 0;  // of nested calls
  int count_ = 0;  // of recorded calls
  // Of the current call:
  bool is_open_ = false;  // whether it is a step in the report
  Clock::time_point began_;
  results::SourcePlace where_;
  std::optional<Milliseconds> usual_;  // the page's own default timeout
  // Of the last failed call:
  std::string failed_message_;
  results::SourcePlace failed_where_;
  WeakPtrFactory<CallObserver> weak_{this};
};

}  // namespace casement
