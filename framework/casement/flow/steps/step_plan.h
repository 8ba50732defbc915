// A step with the values of one moment: every text is final, every target is parsed, each action knows its call. A step
// is bound just before it runs. To check a flow, all steps are bound once, with placeholders for values known only
// during a run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/play/flow_page.h"
#include "casement/flow/steps/step_context.h"
#include "casement/results/recorder.h"

namespace casement {

// The surroundings of an action while it runs.
struct StepRun {
  FlowPage& page;
  FlowEnvironment& environment;
  results::Recorder& recorder;
  FlowVariables* variables = nullptr;  // written by `save`
};

// A line in the report. Steps that list several things have several lines.
struct PlannedAction {
  std::string title;   // card numbers masked
  std::string type;    // of a failure: "click", "expect.shows"
  std::string target;  // in target notation; "" for none
  std::string value;   // for the target; not for reports, because it may be secret
  results::SourcePlace where;
  std::function<void(StepRun&)> run;
};

// How a block runs its steps.
struct PlannedBlock {
  enum class Kind { None, Group, Branch, Repeat, ForEach, Retry, Call, Overlay };
  Kind kind = Kind::None;
  std::function<bool(StepRun&)> condition;  // of Branch, and of Repeat with `while`
  int times = 0;                            // of Repeat and Retry: the maximum
  std::string name;                         // of ForEach: the variable
  std::vector<std::string> items;           // of ForEach
  std::shared_ptr<const Flow> called;       // of Call; shared with the step
  FlowVariables variables;                  // of Call: all variables of the called flow
  std::vector<std::string> taken;           // of Call: names of values for the caller to keep
  std::optional<Target> overlay;            // of Overlay: closed by the steps whenever it appears
};

struct PlannedStep {
  std::vector<PlannedAction> actions;  // in order; empty for blocks
  PlannedBlock block;
  std::string title;  // of a block
  results::SourcePlace where;
  std::string opens;    // the address, if known before the flow runs; "" for none
  std::string answers;  // of `route`: the glob for addresses answered by the page itself
  StepContext inside;   // the context of the step and of a block's steps

  // The steps of a block, if the whole flow was planned.
  std::vector<PlannedStep> then_steps;
  std::vector<PlannedStep> else_steps;

  bool is_block() const { return block.kind != PlannedBlock::Kind::None; }
};

// Throws Error{Authoring} at a place in the step's file.
PlannedStep bind_step(const StepContext& around, const FlowStep& step);

// A title for an unbound step: its label, or its name and its argument, as authored.
std::string unbound_title(const FlowStep& step);

// The variables that a step will set, even if the step cannot be bound.
std::vector<std::string> names_set_by(const FlowStep& step);

// Sets the variable to its value in `before`; removes the variable if `before` has no value.
void restore_variable(FlowVariables& variables, const FlowVariables& before, const std::string& name);

// The context of a case's first step. All arguments must outlive the context.
StepContext first_context(const Flow& flow, const FlowCase& flow_case, FlowVariables& variables);
// The context of the first step in the flow called by `call`.
StepContext called_context(const PlannedStep& call, FlowVariables& variables);

// Binds each step of `before`, `steps` and `after` once. All errors go into `errors`, except errors that depend on a
// value known only during a run. Adds to `files` the files written by the case, and missing files that the case reads
// before any of its steps writes them. The contexts in the plan have null for variables and planned files.
std::vector<PlannedStep> plan_case(const Flow& flow, const FlowCase& flow_case, AuthoringErrors& errors,
                                   PlannedFiles& files);
// The same for a flow whose files were already checked; throws the first error.
std::vector<PlannedStep> plan_steps(const Flow& flow, const FlowCase& flow_case);

}  // namespace casement
