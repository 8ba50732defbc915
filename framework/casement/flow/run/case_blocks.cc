#include <fmt/format.h>

#include <algorithm>

#include "casement/api/page.h"
#include "casement/base/error.h"
#include "casement/flow/play/page_stack.h"
#include "casement/flow/run/case_run.h"
#include "casement/flow/steps/step_scope.h"

namespace casement {

using results::Outcome;

bool CaseRun::run_block(const FlowStep& step, const PlannedStep& planned, std::string& message) {
  switch (planned.block.kind) {
    case PlannedBlock::Kind::None:
      return true;
    case PlannedBlock::Kind::Group:
      return run_steps(step.then_steps, planned.inside);
    case PlannedBlock::Kind::Branch: {
      StepRun run{page_of(planned.inside), environment_, recorder_, planned.inside.variables};
      const bool holds = planned.block.condition(run);
      message = holds ? "yes" : "no";
      return run_steps(holds ? step.then_steps : step.else_steps, planned.inside);
    }
    case PlannedBlock::Kind::Repeat:
      return repeat(step, planned, message);
    case PlannedBlock::Kind::ForEach:
      return for_each(step, planned);
    case PlannedBlock::Kind::Retry:
      return retry(step, planned, message);
    case PlannedBlock::Kind::Call:
      return call(step, planned);
    case PlannedBlock::Kind::Overlay:
      close_when_it_comes(step, planned);
      return true;
  }
  return true;
}

// What closes it sees the variables as they are now: those of a flow that is called are gone when it comes.
void CaseRun::close_when_it_comes(const FlowStep& step, const PlannedStep& planned) {
  const auto variables = std::make_shared<FlowVariables>(*planned.inside.variables);
  StepContext inside = planned.inside;
  inside.variables = variables.get();
  const Target& target = *planned.block.overlay;
  const auto close = [this, &step, inside, variables, text = target.text()](Page&) {
    const Mark before = mark();
    if (run_steps(step.then_steps, inside) && !failed_since(before)) return;
    throw Error(ErrorKind::Assertion, fmt::format("the steps that close the overlay {} have failed", text));
  };
  page_of(planned.inside).act({"on_overlay " + target.text(), [&](PageStack& pages) {
                                 pages.page().on_overlay(target, close);
                               }});
}

// One round of a block, as a line of its own.
bool CaseRun::run_round(const FlowStep& step, const StepContext& inside, const std::string& title) {
  const Stopwatch watch;
  const Mark before = mark();
  recorder_.start_step({.title = step_title(title), .where = step.where});
  const bool goes_on = run_steps(step.then_steps, inside);
  recorder_.finish_step(failed_since(before) ? Outcome::Failed : Outcome::Passed, "", watch.milliseconds());
  return goes_on;
}

bool CaseRun::repeat(const FlowStep& step, const PlannedStep& planned, std::string& message) {
  const PlannedBlock& block = planned.block;
  const auto holds = [&] {
    StepRun run{page_of(planned.inside), environment_, recorder_, planned.inside.variables};
    return block.condition(run);
  };
  for (int round = 1; round <= block.times; ++round) {
    if (block.condition && !holds()) {
      if (round == 1) message = "no round";
      return true;
    }
    const std::string title =
        block.condition ? fmt::format("round {}", round) : fmt::format("round {} of {}", round, block.times);
    if (!run_round(step, planned.inside, title)) return false;
  }
  if (block.condition && holds()) {
    throw Error(ErrorKind::Assertion, fmt::format("{}: it still holds after {} rounds", planned.title, block.times));
  }
  return true;
}

bool CaseRun::for_each(const FlowStep& step, const PlannedStep& planned) {
  const PlannedBlock& block = planned.block;
  FlowVariables& variables = *planned.inside.variables;
  const FlowVariables before = variables;
  bool goes_on = true;
  for (const std::string& item : block.items) {
    if (!goes_on) break;
    set_variable(variables, {block.name, item});
    goes_on = run_round(step, planned.inside, fmt::format("{} = {}", block.name, item));
  }
  restore_variable(variables, before, block.name);
  return goes_on;
}

bool CaseRun::retry(const FlowStep& step, const PlannedStep& planned, std::string& message) {
  const int times = planned.block.times;
  for (int round = 1;; ++round) {
    const Mark before = mark();
    const bool goes_on = run_round(step, planned.inside, fmt::format("attempt {} of {}", round, times));
    if (!failed_since(before) || round == times || interrupted_) {
      if (round > 1 && !failed_since(before)) message = fmt::format("passed at attempt {}", round);
      return goes_on;
    }
    forgive(before);
  }
}

bool CaseRun::call(const FlowStep& step, const PlannedStep& planned) {
  FlowVariables variables = planned.block.variables;
  const StepContext context = called_context(planned, variables);
  for (const std::string& secret : planned.block.called->secrets) {
    if (const std::string* value = find_variable(variables, secret)) recorder_.add_secret(*value);
  }
  const Flow& called = *step.called;
  bool goes_on = run_steps(called.before, context);
  if (goes_on) goes_on = run_steps(called.steps, context);
  if (!run_steps(called.after, context)) goes_on = false;
  for (const std::string& name : planned.block.taken) {
    const std::string* value = find_variable(variables, name);
    if (value != nullptr) {
      for (const Flow* flow : {planned.inside.main_flow, planned.inside.flow}) {
        if (std::find(flow->secrets.begin(), flow->secrets.end(), name) != flow->secrets.end()) {
          recorder_.add_secret(*value);
        }
      }
      set_variable(*planned.inside.variables, {name, *value});
    } else if (goes_on) {
      throw Error(ErrorKind::Authoring, fmt::format("{} has no variable '{}' to take", called.file, name));
    }
  }
  return goes_on;
}

}  // namespace casement
