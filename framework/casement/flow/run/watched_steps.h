// Steps of cases while a person watches: traces each step, waits between steps, and pauses after the first failure. A
// sink passes each recorded step to this class. For the runner's thread.
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

class WatchedSteps {  // reused for each case
 public:
  struct Watching {  // settings and helpers
    Milliseconds slow_motion{0};
    bool pause_on_failure = false;
    std::function<void(Milliseconds time)> wait;        // lets the time pass; returns early if the case is being ended
    std::function<void(const std::string& why)> pause;  // waits for a person
    ReadProgramLines program_lines = {};
  };
  explicit WatchedSteps(Watching watching) : watching_(std::move(watching)) {}

  // Begins the recorder's next case. The recorder must outlive the case.
  void begin_case(results::Recorder& recorder, TracedSteps traced);
  // The page for the next steps; null after the last step, which ends the trace.
  void acts_on(FlowPage* page);
  // The events of a sink. If the page cannot be looked at, a case of which all steps are traced gets a warning and no
  // further copies.
  void started(const results::Step& step);
  void finished(const results::Step& step);

 private:
  template <typename Body>
  void try_to_look(Body body);

  Watching watching_;
  results::Recorder* recorder_ = nullptr;
  FlowPage* page_ = nullptr;  // while the case's steps run
  StepTrace trace_;
  TracedSteps traced_ = TracedSteps::None;
  bool has_paused_ = false;
  std::vector<std::size_t> open_;  // indices into the case's steps, because sinks get copies without secrets
};

}  // namespace casement
