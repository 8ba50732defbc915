#include "casement/results/run_collector.h"

#include <utility>

namespace casement::results {

RunCollector::RunCollector(std::vector<Sink*> sinks, std::function<double()> now)
    : sinks_(std::move(sinks)), now_(std::move(now)) {}

void RunCollector::start_run(RunInfo info, std::vector<Suite> suites) {
  run_.info = std::move(info);
  run_.suites = std::move(suites);
  started_ = now_();
  open_cases_.resize(run_.suites.size());
  begun_.resize(run_.suites.size());
  for (std::size_t suite = 0; suite < run_.suites.size(); ++suite) {
    open_cases_[suite] = run_.suites[suite].cases.size();
    for (std::size_t index = 0; index < run_.suites[suite].cases.size(); ++index) {
      slots_.push_back({suite, index});
    }
  }
  for (Sink* sink : sinks_) sink->run_started(run_.info);
}

Case& RunCollector::case_at(std::size_t slot) {
  return run_.suites[slots_[slot].suite].cases[slots_[slot].index];
}

void RunCollector::start_case(std::size_t slot) {
  ScheduledCase& at = slots_[slot];
  if (begun_[at.suite]++ == 0) {
    const Suite& suite = run_.suites[at.suite];
    const Suite empty{suite.name, suite.file, {}};
    for (Sink* sink : sinks_) sink->suite_started(empty);
  }
  running_[slot].started = now_();
  for (Sink* sink : sinks_) sink->case_started(case_at(slot));
  tell_progress();
}

void RunCollector::start_step(std::size_t slot, Step known) {
  for (Sink* sink : sinks_) sink->step_started(case_at(slot), known);
  running_[slot].steps.push_back(std::move(known.title));
  tell_progress();
}

void RunCollector::finish_step(std::size_t slot, Step done) {
  for (Sink* sink : sinks_) sink->step_finished(case_at(slot), done);
  if (std::vector<std::string>& steps = running_[slot].steps; !steps.empty()) steps.pop_back();
}

void RunCollector::finish_case(std::size_t slot, Case done, Verdict verdict) {
  ScheduledCase& at = slots_[slot];
  running_.erase(slot);
  const Case& known = case_at(slot);
  done.repetition = known.repetition;
  done.rerun = known.rerun;
  done.order = known.order;
  if (verdict == Verdict::Retried) {
    for (Sink* sink : sinks_) sink->case_retried(done);
    at.attempts.push_back(std::move(done));
    tell_progress();
    return;
  }
  if (done.outcome == Outcome::Passed && !at.attempts.empty()) done.outcome = Outcome::Flaky;
  done.earlier_attempts = std::move(at.attempts);
  close(slot, std::move(done));
}

void RunCollector::leave_out(std::size_t slot, std::string reason) {
  Case one = case_at(slot);
  one.outcome = Outcome::Skipped;
  one.skip_reason = std::move(reason);
  one.not_run = true;
  // What ended the run early must not hide that it failed before.
  if (!slots_[slot].attempts.empty()) {
    one = std::move(slots_[slot].attempts.back());
    slots_[slot].attempts.pop_back();
    one.earlier_attempts = std::move(slots_[slot].attempts);
  }
  if (begun_[slots_[slot].suite]++ == 0) {
    const Suite& suite = run_.suites[slots_[slot].suite];
    const Suite empty{suite.name, suite.file, {}};
    for (Sink* sink : sinks_) sink->suite_started(empty);
  }
  if (running_.erase(slot) == 0) {
    for (Sink* sink : sinks_) sink->case_started(case_at(slot));
  }
  close(slot, std::move(one));
}

void RunCollector::close(std::size_t slot, Case done) {
  ScheduledCase& at = slots_[slot];
  at.finished = true;
  ++done_;
  if (done.outcome == Outcome::Failed) ++failed_;
  case_at(slot) = std::move(done);
  for (Sink* sink : sinks_) sink->case_finished(case_at(slot));
  if (--open_cases_[at.suite] == 0) {
    for (Sink* sink : sinks_) sink->suite_finished(run_.suites[at.suite]);
  }
  tell_progress();
}

void RunCollector::tell_progress() {
  Progress progress{done_, failed_, slots_.size(), {}, -1};
  for (const auto& [slot, running] : running_) {
    progress.running.push_back(
        {case_at(slot).name, running.steps.empty() ? "" : running.steps.back(), now_() - running.started});
  }
  if (done_ > 0) {
    progress.milliseconds_left =
        (now_() - started_) / static_cast<double>(done_) * static_cast<double>(slots_.size() - done_);
  }
  for (Sink* sink : sinks_) sink->progressed(progress);
}

void RunCollector::other_output() {
  for (Sink* sink : sinks_) sink->other_output();
}

const Run& RunCollector::finish_run(double milliseconds, const std::string& reason) {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (!slots_[slot].finished) leave_out(slot, reason);
  }
  run_.milliseconds = milliseconds;
  for (Sink* sink : sinks_) sink->run_finished(run_);
  return run_;
}

}  // namespace casement::results
