// A step with the values of one moment put in: every text final, every target parsed, each action
// bound to what it will do. A step is bound just before it runs; binding all steps once, with
// stand-ins for values that only a run can know, is what checks a flow.
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

// What an action works on while it runs.
struct StepRun {
  FlowPage& page;
  FlowEnvironment& environment;
  results::Recorder& recorder;
  FlowVariables* variables = nullptr;  // what `save` writes to
};

// One line in the report. Steps that list several things have several.
struct PlannedAction {
  std::string title;   // card numbers masked
  std::string type;    // of a failure: "click", "expect.shows"
  std::string target;  // in the notation of targets; "" where it has none
  std::string value;   // what is put in there; not for reports, it may be a secret
  results::SourcePlace where;
  std::function<void(StepRun&)> run;
};

// What a block does with the steps in it.
struct PlannedBlock {
  enum class Kind { None, Group, Branch, Repeat, ForEach, Retry, Call, Overlay };
  Kind kind = Kind::None;
  std::function<bool(StepRun&)> condition;  // of Branch, and of Repeat where it asks for one
  int times = 0;                            // of Repeat and Retry: at most so many
  std::string name;                         // of ForEach: the variable
  std::vector<std::string> items;           // of ForEach
  std::shared_ptr<const Flow> called;       // of Call; shared with the step
  FlowVariables variables;                  // of Call: all of the called flow's
  std::vector<std::string> taken;           // of Call: names of values that the caller keeps
  std::optional<Target> overlay;            // of Overlay: what the steps close whenever it comes
};

struct PlannedStep {
  std::vector<PlannedAction> actions;  // in order; empty for blocks
  PlannedBlock block;
  std::string title;  // of a block
  results::SourcePlace where;
  std::string opens;    // the address, where that is known before the flow runs; "" for none
  std::string answers;  // of `route`: the glob of the addresses that the page itself answers
  StepContext inside;   // what holds for the step, and in a block

  // What a block would run, where the whole flow was planned.
  std::vector<PlannedStep> then_steps;
  std::vector<PlannedStep> else_steps;

  bool is_block() const { return block.kind != PlannedBlock::Kind::None; }
};

// Throws Error{Authoring} that points into the step's file.
PlannedStep bind_step(const StepContext& around, const FlowStep& step);

// What can be shown of a step that was not bound: its name, and its argument as it was authored.
std::string unbound_title(const FlowStep& step);

// The variables that a step will set, also where it cannot be bound.
std::vector<std::string> names_set_by(const FlowStep& step);

// Puts the variable back to what it was, or away.
void restore_variable(FlowVariables& variables, const FlowVariables& before, const std::string& name);

// The context of a case's first step; both must outlive it.
StepContext first_context(const Flow& flow, const FlowCase& flow_case, FlowVariables& variables);
// The context of the first step of the flow that `call` calls.
StepContext called_context(const PlannedStep& call, FlowVariables& variables);

// `before`, `steps` and `after` of a case, each step bound once, with all that is wrong in
// `errors`; what depends on a value that only a run can know is let pass. Adds to `files` what the case writes, and
// what it reads though neither the file exists nor an earlier step of the case writes it.
std::vector<PlannedStep> plan_case(const Flow& flow, const FlowCase& flow_case, AuthoringErrors& errors,
                                   PlannedFiles& files);
// The same for a flow whose files were judged; throws the first error.
std::vector<PlannedStep> plan_steps(const Flow& flow, const FlowCase& flow_case);

}  // namespace casement
