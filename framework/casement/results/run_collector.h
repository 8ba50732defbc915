// Builds a Run whose cases several workers run at the same time, and sends each event to every sink. A case is
// identified by its number. The run contains the cases in the order of their numbers, whatever the order in which cases
// end, so that reports do not depend on the number of workers. Used on one thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "casement/results/sink.h"

namespace casement::results {

class RunCollector {
 public:
  // `sinks` receive each event in this order, and must outlive the collector. `now` returns milliseconds of a monotonic
  // clock, used to estimate the time left.
  RunCollector(std::vector<Sink*> sinks, std::function<double()> now);

  // `suites` contain the fields of every case that are known before it runs. Case numbers count through all suites.
  void start_run(RunInfo info, std::vector<Suite> suites);
  void start_case(std::size_t number);
  void start_step(std::size_t number, Step known);
  void finish_step(std::size_t number, Step done);
  // Ends the case. `Retried` means that the case will start again; `done` is then stored as an attempt.
  enum class Verdict { Final, Retried };
  void finish_case(std::size_t number, Case done, Verdict verdict);
  // Ends a case that will not be started, or not be started again. The case is reported as skipped with this reason,
  // or, if an attempt has failed, as that attempt.
  void mark_not_run(std::size_t number, std::string reason);
  // Sends the progress to the sinks. The collector also does so when a step begins, and when a case begins or ends.
  void tell_progress();
  // Call this before you print anything else to the output of the sinks.
  void other_output();
  void add_run_error(std::string message) { run_.errors.push_back(std::move(message)); }
  // Marks all cases that have not ended as not run, with `reason`.
  const Run& finish_run(double milliseconds, const std::string& reason);

  const Run& run() const { return run_; }
  // The known fields of a case that has not ended.
  const Case& known(std::size_t number) { return case_at(number); }
  std::size_t failed() const { return failed_; }

 private:
  struct ScheduledCase {
    std::size_t suite = 0, index = 0;
    bool finished = false;
    std::vector<Case> attempts;
  };
  Case& case_at(std::size_t number);
  void close(std::size_t number, Case done);

  std::vector<Sink*> sinks_;
  std::function<double()> now_;
  double started_ = 0;
  Run run_;
  std::vector<ScheduledCase> cases_;
  std::vector<std::size_t> open_cases_, begun_;  // by suite
  struct Running {
    double started = 0;
    std::vector<std::string> steps;  // current steps, outermost first
  };
  std::map<std::size_t, Running> running_;  // by number
  std::size_t done_ = 0, failed_ = 0;
};

}  // namespace casement::results
