#include "casement/results/recorder.h"

#include <utility>

#include "casement/base/utc_time.h"
#include "casement/results/infrastructure.h"

namespace casement::results {

Recorder::Recorder(std::vector<Sink*> sinks) : sinks_(std::move(sinks)) {}

void Recorder::start_run(RunInfo info) {
  run_.info = std::move(info);
  for (Sink* sink : sinks_) sink->run_started(run_.info);
}

void Recorder::start_suite(std::string name, std::string file) {
  finish_suite();
  run_.suites.push_back({std::move(name), std::move(file), {}});
  suite_open_ = true;
  for (Sink* sink : sinks_) sink->suite_started(run_.suites.back());
}

void Recorder::start_case(Case known, const std::vector<std::string>& secrets) {
  if (case_open_) finish_case(Outcome::Failed, 0);
  secrets_ = secrets;
  masker_ = SecretRedactor(secrets_);
  secret_headers_.clear();
  masker_.mask(known);
  run_.suites.back().cases.push_back(std::move(known));
  case_open_ = true;
  for (Sink* sink : sinks_) sink->case_started(current_case());
}

Case& Recorder::current_case() {
  return run_.suites.back().cases.back();
}

void Recorder::add_secret(const std::string& secret) {
  secrets_.push_back(secret);
  masker_ = SecretRedactor(secrets_);
}

void Recorder::start_step(Step known) {
  known.depth = static_cast<int>(open_steps_.size());
  if (known.source.empty()) known.source = sources_.at(known.where);
  // The stored step stays unmasked until the case ends, because the code that runs the step still uses it.
  Step masked = known;
  masker_.mask(masked);
  open_steps_.push_back(current_case().steps.size());
  current_case().steps.push_back(std::move(known));
  for (Sink* sink : sinks_) sink->step_started(current_case(), masked);
  // Only now, because a sink may look at the page before the step acts.
  if (masked.outcome != Outcome::Skipped) current_case().steps.at(open_steps_.back()).began = wall_milliseconds();
}

void Recorder::finish_step(Outcome outcome, std::string message, double milliseconds) {
  if (open_steps_.empty()) return;
  Step& step = current_case().steps[open_steps_.back()];
  open_steps_.pop_back();
  step.outcome = outcome;
  step.message = std::move(message);
  step.milliseconds = milliseconds;
  Step masked = step;
  masker_.mask(masked);
  for (Sink* sink : sinks_) sink->step_finished(current_case(), masked);
}

void Recorder::finish_case(Outcome outcome, double milliseconds) {
  if (!case_open_) return;
  while (!open_steps_.empty()) finish_step(Outcome::Failed, "the case ended inside this step", 0);
  Case& done = current_case();
  done.outcome = done.failures.empty() ? outcome : Outcome::Failed;
  done.milliseconds = milliseconds;
  case_open_ = false;
  masker_.mask(done);
  for (Sink* sink : sinks_) sink->case_finished(done);
}

void Recorder::finish_suite() {
  if (!suite_open_) return;
  finish_case(Outcome::Failed, 0);
  suite_open_ = false;
  for (Sink* sink : sinks_) sink->suite_finished(run_.suites.back());
}

const Run& Recorder::finish_run(double milliseconds) {
  finish_suite();
  run_.milliseconds = milliseconds;
  for (Sink* sink : sinks_) sink->run_finished(run_);
  return run_;
}

void Recorder::add_run_error(std::string message) {
  run_.errors.push_back(std::move(message));
}

Totals count_totals(const Run& run) {
  Totals totals;
  for (const Suite& suite : run.suites) {
    for (const Case& one : suite.cases) {
      switch (one.outcome) {
        case Outcome::Passed:
          ++totals.passed;
          break;
        case Outcome::Failed:
          ++totals.failed;
          break;
        case Outcome::Skipped:
          ++totals.skipped;
          break;
        case Outcome::Flaky:
          ++totals.flaky;
          break;
      }
      if (one.not_run) ++totals.not_run;
      if (one.failed_as_expected) ++totals.failed_as_expected;
      if (failed_by_infrastructure(one)) ++totals.infrastructure;
      totals.frame_failures += one.frame_failures.size();
    }
  }
  return totals;
}

}  // namespace casement::results
