#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "casement/base/error.h"
#include "casement/flow/run/case_run.h"
#include "casement/flow/steps/step_table.h"

namespace casement {

using results::Outcome;

std::string CaseRun::forgive(const Mark& before) {
  std::vector<results::Failure>& failures = record().failures;
  std::string message = failures[before.failures].message;
  failures.resize(before.failures);
  // What a trace has kept stays: later steps may name it too.
  std::vector<results::Attachment>& kept = record().attachments;
  const auto is_of_a_step = [this](const results::Attachment& one) {
    return std::ranges::any_of(record().steps, [&](const results::Step& step) {
      return step.screenshot == one.name || step.screenshot_after == one.name;
    });
  };
  kept.erase(std::remove_if(kept.begin() + static_cast<std::ptrdiff_t>(before.attachments), kept.end(),
                            [&](const results::Attachment& one) { return !is_of_a_step(one); }),
             kept.end());
  return message;
}

bool CaseRun::settle(const FlowStep& step, const Mark& before, bool passed, std::string& message) {
  if (interrupted_) return false;  // whatever the step's own options are
  if (!failed_since(before)) return passed;
  if (step.options.optional) {
    message = "optional: " + forgive(before);
    record().warnings.push_back(fmt::format("{}:{}: {}", step.where.file, step.where.line, message));
    return true;
  }
  return passed || step.options.soft;
}

// Whose page a step acts on; a label stands as it was written, and a group of steps says it itself.
std::string CaseRun::with_role(const FlowStep& step, std::string title) {
  const StepOptions& options = step.options;
  if (options.role.empty() || options.label || step.kind->name == "steps") return title;
  return fmt::format("{} (as {})", title, options.role);
}

bool CaseRun::run_steps(const std::vector<FlowStep>& steps, const StepContext& around) {
  bool goes_on = true;
  for (const FlowStep& step : steps) {
    if (goes_on)
      goes_on = run_step(step, around);
    else
      skip_step(step, around);
  }
  return goes_on;
}

void CaseRun::skip_step(const FlowStep& step, const StepContext& around) {
  std::vector<std::pair<std::string, results::SourcePlace>> lines;
  try {
    const PlannedStep planned = bind_step(around, step);
    if (planned.is_block()) lines.emplace_back(planned.title, planned.where);
    for (const PlannedAction& action : planned.actions) lines.emplace_back(action.title, action.where);
  } catch (const Error&) {  // for want of what an earlier step would have saved
    lines.emplace_back(unbound_title(step), step.where);
  }
  for (auto& [title, where] : lines) {
    recorder_.start_step(
        {.title = with_role(step, std::move(title)), .where = std::move(where), .outcome = Outcome::Skipped});
    recorder_.finish_step(Outcome::Skipped, "an earlier step failed", 0);
  }
}

bool CaseRun::run_step(const FlowStep& step, const StepContext& around) {
  const Stopwatch watch;
  const Mark before = mark();
  PlannedStep planned;
  std::string message;
  const std::string name(step.kind->name);
  if (!attempt(name, step.where, message, [&] {
        planned = bind_step(around, step);
        page_of(planned.inside);
      })) {
    recorder_.start_step({.title = with_role(step, unbound_title(step)), .where = step.where});
    const bool goes_on = settle(step, before, false, message);
    recorder_.finish_step(failed_since(before) ? Outcome::Failed : Outcome::Skipped, message, watch.milliseconds());
    return goes_on;
  }
  if (!planned.is_block()) return run_actions(step, planned);
  recorder_.start_step({.title = with_role(step, planned.title), .where = planned.where});
  bool passed = false;
  attempt(name, planned.where, message, [&] { passed = run_block(step, planned, message); });
  const bool was_failing = failed_since(before);
  const bool goes_on = settle(step, before, passed, message);
  const bool forgiven = was_failing && !failed_since(before);
  recorder_.finish_step(forgiven      ? Outcome::Skipped
                        : was_failing ? Outcome::Failed
                                      : Outcome::Passed,
                        message, watch.milliseconds());
  return goes_on;
}

bool CaseRun::run_actions(const FlowStep& step, const PlannedStep& planned) {
  bool goes_on = true;
  for (const PlannedAction& action : planned.actions) {
    const Stopwatch watch;
    const Mark before = mark();
    recorder_.start_step({.title = with_role(step, action.title),
                          .where = action.where,
                          .outcome = goes_on ? Outcome::Passed : Outcome::Skipped,
                          .target = action.target});
    const std::size_t line = record().steps.size() - 1;
    if (!goes_on) {
      recorder_.finish_step(Outcome::Skipped, "an earlier step failed", 0);
      continue;
    }
    std::string message;
    const bool passed = attempt(action.type, action.where, message, [&] {
      StepRun run{page_of(planned.inside), environment_, recorder_, planned.inside.variables};
      action.run(run);
    });
    record().steps[line].attempts = acting_->new_attempts();
    goes_on = settle(step, before, passed, message);
    recorder_.finish_step(passed                 ? Outcome::Passed
                          : failed_since(before) ? Outcome::Failed
                                                 : Outcome::Skipped,
                          message, watch.milliseconds());
  }
  return goes_on;
}

}  // namespace casement
