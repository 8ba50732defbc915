#include "casement/flow/run/step_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "casement/api/page.h"
#include "casement/base/error.h"
#include "casement/base/machine_load.h"
#include "casement/base/text.h"
#include "casement/flow/play/page_stack.h"
#include "casement/flow/steps/step_scope.h"
#include "casement/flow/steps/step_table.h"
#include "casement/results/typed_secrets.h"

namespace casement {

using results::Outcome;

namespace {

// Appends the step's user to the title. A label stays as written, and the title of a group already contains the user.
std::string with_role(const FlowStep& step, std::string title) {
  const StepOptions& options = step.options;
  if (options.user.empty() || options.label || step.kind->name == "steps") return title;
  return fmt::format("{} (as {})", title, options.user);
}

constexpr std::size_t kLongestValue = 2000;  // in characters

// The variables that are new or have another value.
std::vector<std::string> changed_values(const FlowVariables& before, const FlowVariables& now) {
  std::vector<std::string> changed;
  for (const FlowVariable& one : now) {
    const std::string* const earlier = find_variable(before, one.name);
    if (earlier != nullptr && *earlier == one.value) continue;
    changed.push_back(results::hide_typed(fmt::format("{} = {}", one.name, shorten(one.value, kLongestValue))));
  }
  return changed;
}

}  // namespace

bool StepRunner::settle(const FlowStep& step, const StepContext& around, const CaseRecord::Mark& before, bool passed,
                        std::string& message) {
  if (interrupted_) return false;  // even after optional and soft steps
  if (!record_.failed_since(before)) return passed;
  if (step.options.optional) {
    message = "optional: " + record_.forgive(before);
    record_.open().warnings.push_back(fmt::format("{}:{}: {}", step.where.file, step.where.line, message));
    return true;
  }
  return passed || step.options.soft || around.soft;
}

bool StepRunner::run_steps(const std::vector<FlowStep>& steps, const StepContext& around) {
  bool goes_on = true;
  for (const FlowStep& step : steps) {
    if (goes_on)
      goes_on = run_step(step, around);
    else
      skip_step(step, around);
  }
  return goes_on;
}

void StepRunner::skip_steps(const std::vector<FlowStep>& steps, const StepContext& around) {
  for (const FlowStep& step : steps) skip_step(step, around);
}

void StepRunner::skip_step(const FlowStep& step, const StepContext& around) {
  std::vector<std::pair<std::string, results::SourcePlace>> lines;
  try {
    const PlannedStep planned = bind_step(around, step);
    if (planned.is_block()) lines.emplace_back(planned.title, planned.where);
    for (const PlannedAction& action : planned.actions) lines.emplace_back(action.title, action.where);
  } catch (const Error&) {  // e.g. without a variable that a failed step would have saved
    lines.emplace_back(unbound_title(step), step.where);
  }
  for (auto& [title, where] : lines) {
    recorder_.start_step(
        {.title = with_role(step, std::move(title)), .where = std::move(where), .outcome = Outcome::Skipped});
    recorder_.finish_step(Outcome::Skipped, "an earlier step failed", 0);
  }
}

bool StepRunner::run_step(const FlowStep& step, const StepContext& around) {
  const auto began = Deadline::Clock::now();
  const CaseRecord::Mark before = record_.mark();
  PlannedStep planned;
  std::string message;
  const std::string name(step.kind->name);
  if (!attempt(name, step.where, message, [&] {
        planned = bind_step(around, step);
        pages_.of(planned.inside);
      })) {
    recorder_.start_step({.title = with_role(step, unbound_title(step)), .where = step.where});
    const bool goes_on = settle(step, around, before, false, message);
    recorder_.finish_step(record_.failed_since(before) ? Outcome::Failed : Outcome::Skipped, message,
                          milliseconds_since(began));
    return goes_on;
  }
  if (!planned.is_block()) return run_actions(step, planned);
  // A round of these has to fail.
  const bool is_tried =
      planned.block.kind == PlannedBlock::Kind::Retry || planned.block.kind == PlannedBlock::Kind::Overlay;
  planned.inside.soft = !is_tried && (step.options.soft || around.soft);
  recorder_.start_step({.title = with_role(step, planned.title), .where = planned.where});
  bool passed = false;
  attempt(name, planned.where, message, [&] { passed = run_block(step, planned, message); });
  const bool was_failing = record_.failed_since(before);
  const bool goes_on = settle(step, around, before, passed, message);
  const bool forgiven = was_failing && !record_.failed_since(before);
  recorder_.finish_step(forgiven      ? Outcome::Skipped
                        : was_failing ? Outcome::Failed
                                      : Outcome::Passed,
                        message, milliseconds_since(began));
  return goes_on;
}

bool StepRunner::run_actions(const FlowStep& step, const PlannedStep& planned) {
  bool goes_on = true;
  for (const PlannedAction& action : planned.actions) {
    const auto began = Deadline::Clock::now();
    const CaseRecord::Mark before = record_.mark();
    recorder_.start_step({.title = with_role(step, action.title),
                          .where = action.where,
                          .outcome = goes_on ? Outcome::Passed : Outcome::Skipped,
                          .target = action.target});
    const std::size_t line = record_.open().steps.size() - 1;
    if (!goes_on) {
      recorder_.finish_step(Outcome::Skipped, "an earlier step failed", 0);
      continue;
    }
    const FlowVariables* const variables = planned.inside.variables;
    const FlowVariables known = variables == nullptr ? FlowVariables() : *variables;
    std::string message;
    const bool passed = attempt(action.type, action.where, message, [&] {
      StepRun run{pages_.of(planned.inside), environment_, recorder_, planned.inside.variables};
      action.run(run);
    });
    pages_.acting()->note_action(record_.open().steps[line]);
    if (variables != nullptr) record_.open().steps[line].values = changed_values(known, *variables);
    goes_on = settle(step, planned.inside, before, passed, message);
    recorder_.finish_step(passed                         ? Outcome::Passed
                          : record_.failed_since(before) ? Outcome::Failed
                                                         : Outcome::Skipped,
                          message, milliseconds_since(began));
  }
  return goes_on;
}

bool StepRunner::run_block(const FlowStep& step, const PlannedStep& planned, std::string& message) {
  switch (planned.block.kind) {
    case PlannedBlock::Kind::None:
      return true;
    case PlannedBlock::Kind::Group:
      return run_steps(step.then_steps, planned.inside);
    case PlannedBlock::Kind::Branch: {
      StepRun run{pages_.of(planned.inside), environment_, recorder_, planned.inside.variables};
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

// The closing steps use a copy of the variables, because those of a called flow are gone when the overlay appears.
void StepRunner::close_when_it_comes(const FlowStep& step, const PlannedStep& planned) {
  const auto variables = std::make_shared<FlowVariables>(*planned.inside.variables);
  StepContext inside = planned.inside;
  inside.variables = variables.get();
  const Target& target = *planned.block.overlay;
  const auto close = [this, &step, inside, variables, text = target.text()](const Page&) {
    const CaseRecord::Mark before = record_.mark();
    if (run_steps(step.then_steps, inside) && !record_.failed_since(before)) return;
    throw Error(ErrorKind::Assertion, fmt::format("the steps that close the overlay {} have failed", text));
  };
  pages_.of(planned.inside).act([&](PageStack& pages) { pages.page().on_overlay(target, close); });
}

// Runs one round of a block, with its own line in the report.
bool StepRunner::run_round(const FlowStep& step, const StepContext& inside, const std::string& title) {
  const auto began = Deadline::Clock::now();
  const CaseRecord::Mark before = record_.mark();
  recorder_.start_step({.title = step_title(title), .where = step.where});
  const bool goes_on = run_steps(step.then_steps, inside);
  recorder_.finish_step(record_.failed_since(before) ? Outcome::Failed : Outcome::Passed, "",
                        milliseconds_since(began));
  return goes_on;
}

bool StepRunner::repeat(const FlowStep& step, const PlannedStep& planned, std::string& message) {
  const PlannedBlock& block = planned.block;
  const auto holds = [&] {
    StepRun run{pages_.of(planned.inside), environment_, recorder_, planned.inside.variables};
    return block.condition(run);
  };
  for (int round = 1; round <= block.times; ++round) {
    if (block.condition && !holds()) {
      if (round == 1) message = "no rounds, because the condition did not hold";
      return true;
    }
    const std::string title =
        block.condition ? fmt::format("round {}", round) : fmt::format("round {} of {}", round, block.times);
    if (!run_round(step, planned.inside, title)) return false;
  }
  if (block.condition && holds()) {
    throw Error(ErrorKind::Assertion,
                fmt::format("{}: the condition still holds after {} rounds", planned.title, block.times));
  }
  return true;
}

bool StepRunner::for_each(const FlowStep& step, const PlannedStep& planned) {
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

bool StepRunner::retry(const FlowStep& step, const PlannedStep& planned, std::string& message) {
  const int times = planned.block.times;
  for (int round = 1;; ++round) {
    const CaseRecord::Mark before = record_.mark();
    const bool goes_on = run_round(step, planned.inside, fmt::format("attempt {} of {}", round, times));
    if (!record_.failed_since(before) || round == times || interrupted_) {
      if (round > 1 && !record_.failed_since(before)) message = fmt::format("passed at attempt {}", round);
      return goes_on;
    }
    record_.forgive(before);
  }
}

bool StepRunner::call(const FlowStep& step, const PlannedStep& planned) {
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
      throw Error(ErrorKind::Authoring, fmt::format("{} has no variable '{}'", called.file, name));
    }
  }
  return goes_on;
}

bool StepRunner::attempt(const std::string& type, const results::SourcePlace& where, std::string& message,
                         const std::function<void()>& body) {
  const MachineLoad load;
  try {
    body();
    return true;
  } catch (const Error& error) {
    const std::optional<Error> loss = loss_behind(error);
    message = loss ? loss->message() : error.message();
    if (error.kind() == ErrorKind::Interrupted) on_interruption();
    record_.fail(type, where, loss ? *loss : with_load(error, load.lines()));
  } catch (const std::exception& error) {
    message = error.what();
    record_.fail(type, where, Error(ErrorKind::Internal, error.what()));
  }
  return false;
}

// If the browser has gone, a failed step proves nothing about the page, so the loss is reported instead. Errors of the
// flow's author, and the end of a case, are reported unchanged.
std::optional<Error> StepRunner::loss_behind(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::Usage:
    case ErrorKind::Authoring:
    case ErrorKind::Interrupted:
    case ErrorKind::Infrastructure:
      return std::nullopt;
    default:
      break;
  }
  try {
    return environment_.find_loss();
  } catch (const Error&) {
    return std::nullopt;  // the case was ended meanwhile
  }
}

void StepRunner::on_interruption() {
  interrupted_ = true;
  environment_.resume();
  pages_.shorten_timeouts();
}

}  // namespace casement
