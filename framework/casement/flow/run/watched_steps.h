// The steps of cases as a person watches them: what a trace keeps of each, time between them, and a pause behind the
// first that fails. A sink passes it each step that a recorder records. The runner's thread.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/flow/run/step_trace.h"
#include "casement/results/recorder.h"

namespace casement {

class WatchedSteps {  // told of one case after the other
 public:
  struct Watching {  // how, and by whose help
    Milliseconds slow_motion{0};
    bool pause_on_failure = false;
    std::function<void(Milliseconds time)> wait;        // lets the time pass, or less where the case is being ended
    std::function<void(const std::string& why)> pause;  // waits for a person
  };
  explicit WatchedSteps(Watching watching) : watching_(std::move(watching)) {}

  // Of the recorder's next case. It must outlive the case.
  void begin_case(results::Recorder& recorder, bool is_traced);
  // The page that the next steps act on; null after the last.
  void acts_on(FlowPage* page) { page_ = page; }
  // The events of a sink. What cannot be looked at is a warning of the case, and ends its trace.
  void started(const results::Step& step);
  void finished(const results::Step& step);

 private:
  template <typename Body>
  void try_to_look(Body body);

  Watching watching_;
  results::Recorder* recorder_ = nullptr;
  FlowPage* page_ = nullptr;  // while the case's steps run
  StepTrace trace_;
  bool is_traced_ = false;
  bool has_paused_ = false;
  std::vector<std::size_t> open_;  // indices into the case's steps: sinks get copies without secrets
};

}  // namespace casement
