// Builds a Run whose cases several workers run at the same time, and tells every sink about it. A
// case is named by its number; whatever the order in which cases end, the run holds them in the order
// of the numbers, so that reports do not depend on the number of workers. Used on one thread.
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
  // `sinks` get each event in this order and must outlive the collector. `now` gives milliseconds of a clock that never
  // goes back; the time left is guessed with it.
  RunCollector(std::vector<Sink*> sinks, std::function<double()> now);

  // `suites` hold what is known of every case before it runs. Slots count through all suites.
  void start_run(RunInfo info, std::vector<Suite> suites);
  void start_case(std::size_t number);
  void start_step(std::size_t number, Step known);
  void finish_step(std::size_t number, Step done);
  // The case ended; `Retried` means that it will start again, and `done` is kept as an attempt.
  enum class Verdict { Final, Retried };
  void finish_case(std::size_t number, Case done, Verdict verdict);
  // A case that will never be started.
  void leave_out(std::size_t number, std::string reason);
  // Tells the sinks how far it is: whenever a step or a case begins or ends, and when this is
  // called.
  void tell_progress();
  // To be called before anything else is printed where sinks print.
  void other_output();
  void add_run_error(std::string message) { run_.errors.push_back(std::move(message)); }
  // Cases that are neither finished nor left out are left out with `reason`.
  const Run& finish_run(double milliseconds, const std::string& reason);

  const Run& run() const { return run_; }
  // What is known of a case that has not ended.
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
  std::vector<std::size_t> open_cases_, begun_;  // a suite
  struct Running {
    double started = 0;
    std::vector<std::string> steps;  // that are under way, outermost first
  };
  std::map<std::size_t, Running> running_;  // by number
  std::size_t done_ = 0, failed_ = 0;
};

}  // namespace casement::results
