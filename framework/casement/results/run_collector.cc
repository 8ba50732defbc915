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
      cases_.push_back({suite, index});
    }
  }
  for (Sink* sink : sinks_) sink->run_started(run_.info);
}

Case& RunCollector::case_at(std::size_t number) {
  return run_.suites[cases_[number].suite].cases[cases_[number].index];
}

void RunCollector::start_case(std::size_t number) {
  ScheduledCase& at = cases_[number];
  if (begun_[at.suite]++ == 0) {
    const Suite& suite = run_.suites[at.suite];
    const Suite empty{suite.name, suite.file, {}};
    for (Sink* sink : sinks_) sink->suite_started(empty);
  }
  running_[number].started = now_();
  for (Sink* sink : sinks_) sink->case_started(case_at(number));
  tell_progress();
}

void RunCollector::start_step(std::size_t number, Step known) {
  for (Sink* sink : sinks_) sink->step_started(case_at(number), known);
  running_[number].steps.push_back(std::move(known.title));
  tell_progress();
}

void RunCollector::finish_step(std::size_t number, Step done) {
  for (Sink* sink : sinks_) sink->step_finished(case_at(number), done);
  if (std::vector<std::string>& steps = running_[number].steps; !steps.empty()) steps.pop_back();
}

void RunCollector::finish_case(std::size_t number, Case done, Verdict verdict) {
  ScheduledCase& at = cases_[number];
  running_.erase(number);
  const Case& known = case_at(number);
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
  close(number, std::move(done));
}

void RunCollector::mark_not_run(std::size_t number, std::string reason) {
  Case one = case_at(number);
  one.outcome = Outcome::Skipped;
  one.skip_reason = std::move(reason);
  one.not_run = true;
  // A case that failed before the run ended early is reported as failed, not as skipped.
  if (!cases_[number].attempts.empty()) {
    one = std::move(cases_[number].attempts.back());
    cases_[number].attempts.pop_back();
    one.earlier_attempts = std::move(cases_[number].attempts);
  }
  if (begun_[cases_[number].suite]++ == 0) {
    const Suite& suite = run_.suites[cases_[number].suite];
    const Suite empty{suite.name, suite.file, {}};
    for (Sink* sink : sinks_) sink->suite_started(empty);
  }
  if (running_.erase(number) == 0) {
    for (Sink* sink : sinks_) sink->case_started(case_at(number));
  }
  close(number, std::move(one));
}

void RunCollector::close(std::size_t number, Case done) {
  ScheduledCase& at = cases_[number];
  at.finished = true;
  ++done_;
  if (done.outcome == Outcome::Failed) ++failed_;
  case_at(number) = std::move(done);
  for (Sink* sink : sinks_) sink->case_finished(case_at(number));
  if (--open_cases_[at.suite] == 0) {
    for (Sink* sink : sinks_) sink->suite_finished(run_.suites[at.suite]);
  }
  tell_progress();
}

void RunCollector::tell_progress() {
  Progress progress{done_, failed_, cases_.size(), {}, -1};
  for (const auto& [number, running] : running_) {
    progress.running.push_back(
        {case_at(number).name, running.steps.empty() ? "" : running.steps.back(), now_() - running.started});
  }
  if (done_ > 0) {
    progress.milliseconds_left =
        (now_() - started_) / static_cast<double>(done_) * static_cast<double>(cases_.size() - done_);
  }
  for (Sink* sink : sinks_) sink->progressed(progress);
}

void RunCollector::other_output() {
  for (Sink* sink : sinks_) sink->other_output();
}

const Run& RunCollector::finish_run(double milliseconds, const std::string& reason) {
  for (std::size_t number = 0; number < cases_.size(); ++number) {
    if (!cases_[number].finished) mark_not_run(number, reason);
  }
  run_.milliseconds = milliseconds;
  for (Sink* sink : sinks_) sink->run_finished(run_);
  return run_;
}

}  // namespace casement::results
