// The event interface between runners and report writers. Events are paired: each start has its finish, even if a test
// ends with an exception. If several workers run cases, events of different cases alternate. Called on one thread.
#pragma once

#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::results {

// A case that is running.
struct RunningCase {
  std::string name;
  std::string step;         // innermost current step; "" before the first step
  double milliseconds = 0;  // since the case began
};

// The progress of a run.
struct Progress {
  std::size_t done = 0, failed = 0, cases = 0;
  std::vector<RunningCase> running;
  double milliseconds_left = -1;  // estimated; below 0 if unknown
};

class Sink {
 public:
  virtual ~Sink() = default;

  virtual void run_started(const RunInfo&) {}              // before the first suite
  virtual void suite_started(const Suite&) {}              // its cases are still empty
  virtual void case_started(const Case&) {}                // name and place are known
  virtual void step_started(const Case&, const Step&) {}   // title and place are known
  virtual void step_finished(const Case&, const Step&) {}  // whole
  virtual void case_retried(const Case&) {}                // the case failed, and is tried again
  virtual void case_finished(const Case&) {}               // whole
  virtual void progressed(const Progress&) {}              // now and then
  virtual void other_output() {}                           // another writer is about to print
  virtual void suite_finished(const Suite&) {}             // whole
  virtual void run_finished(const Run&) {}                 // whole
};

}  // namespace casement::results
