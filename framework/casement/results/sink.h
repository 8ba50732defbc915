// The one event interface between runners and writers. Events are always paired: each start has its
// finish, also when a test ends by an exception. Where several workers run cases, the events of
// different cases mix. Called on one thread.
#pragma once

#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::results {

// A case that runs.
struct RunningCase {
  std::string name;
  std::string step;         // the innermost that is under way; "" before the first
  double milliseconds = 0;  // since the case began
};

// How far a run is.
struct Progress {
  std::size_t done = 0, failed = 0, cases = 0;
  std::vector<RunningCase> running;
  double milliseconds_left = -1;  // guessed; below 0 while nothing is known
};

class Sink {
 public:
  virtual ~Sink() = default;

  virtual void run_started(const RunInfo&) {}              // before the first suite
  virtual void suite_started(const Suite&) {}              // its cases are still empty
  virtual void case_started(const Case&) {}                // name and place are known
  virtual void step_started(const Case&, const Step&) {}   // title and place are known
  virtual void step_finished(const Case&, const Step&) {}  // whole
  virtual void case_retried(const Case&) {}                // failed, and is tried again
  virtual void case_finished(const Case&) {}               // whole
  virtual void progressed(const Progress&) {}              // now and then
  virtual void other_output() {}                           // somebody else is about to print
  virtual void suite_finished(const Suite&) {}             // whole
  virtual void run_finished(const Run&) {}                 // whole
};

}  // namespace casement::results
