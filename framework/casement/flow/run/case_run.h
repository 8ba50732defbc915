// A running case of a flow. Created by run_flow_case for one run; for the runner's thread.
#pragma once

#include "casement/flow/model/flow.h"
#include "casement/flow/run/case_pages.h"
#include "casement/flow/run/case_record.h"
#include "casement/flow/run/step_runner.h"
#include "casement/results/recorder.h"

namespace casement {

class CaseRun {
 public:
  CaseRun(const Flow& flow, const FlowCase& flow_case, FlowEnvironment& environment, results::Recorder& recorder)
      : flow_(flow), case_(flow_case), environment_(environment), recorder_(recorder) {}

  void run();

 private:
  bool start();

  const Flow& flow_;
  FlowCase case_;
  FlowEnvironment& environment_;
  results::Recorder& recorder_;
  FlowVariables variables_;
  CasePages pages_{flow_, case_, environment_};
  CaseRecord record_{flow_, case_, environment_, recorder_, pages_};
  StepRunner runner_{environment_, recorder_, pages_, record_};
};

}  // namespace casement
