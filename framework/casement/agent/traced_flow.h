// Runs a flow's cases in a Chrome of their own, and keeps a trace of each failed case.
#pragma once

#include <utility>

#include "casement/flow/run/browser_flow.h"
#include "casement/flow/run/watched_steps.h"
#include "casement/results/recorder.h"
#include "casement/results/sink.h"

namespace casement {

// The environment of the cases; the recorder sends it their steps.
class TracedFlow : public BrowserFlowEnvironment, public results::Sink {
 public:
  explicit TracedFlow(BrowserSource source) : BrowserFlowEnvironment(std::move(source), nullptr), recorder_({this}) {}

  results::Recorder& recorder() { return recorder_; }
  // Call before each case.
  void begin_case() { watched_.begin_case(recorder_, TracedSteps::Newest); }

  void acts_on(FlowPage* page) override { watched_.acts_on(page); }
  void step_started(const results::Case&, const results::Step& step) override { watched_.started(step); }
  void step_finished(const results::Case&, const results::Step& step) override { watched_.finished(step); }

 private:
  results::Recorder recorder_;
  WatchedSteps watched_{{}};
};

}  // namespace casement
