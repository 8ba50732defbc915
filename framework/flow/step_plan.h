// A flow's steps with one case's values put in: every text final, every target parsed, each action
// bound to what it will do. Making a plan is what checks a flow; running it needs a FlowPage.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "casement/flow/flow.h"
#include "casement/flow/flow_page.h"
#include "casement/results/recorder.h"

namespace casement {

// What an action works on while it runs.
struct StepRun {
  FlowPage& page;
  FlowEnvironment& environment;
  results::Recorder& recorder;
};

// One line in the report. Steps that list several things have several.
struct PlannedAction {
  std::string title;  // card numbers masked
  std::string type;   // of a failure: "click", "expect.shows"
  std::string target; // in the notation of targets; "" where it has none
  results::SourcePlace where;
  std::function<void(StepRun&)> run;
};

struct PlannedStep {
  std::vector<PlannedAction> actions;  // in order; empty for `if`

  // Of `if`: what decides, and what follows.
  std::function<bool(StepRun&)> condition;
  std::string title;
  results::SourcePlace where;
  std::vector<PlannedStep> then_steps;
  std::vector<PlannedStep> else_steps;
};

// Throws Error{Authoring} that points into the flow's file.
std::vector<PlannedStep> plan_steps(const Flow& flow, const FlowCase& flow_case);

}  // namespace casement
