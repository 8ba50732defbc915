// The one event interface between runners and writers. Events are always paired: each start has its
// finish, also when a test ends by an exception. Called on one thread.
#pragma once

#include "casement/results/model.h"

namespace casement::results {

class Sink {
 public:
  virtual ~Sink() = default;

  virtual void run_started(const RunInfo&) {}
  virtual void suite_started(const Suite&) {}                     // its cases are still empty
  virtual void case_started(const Case&) {}                       // name and place are known
  virtual void step_started(const Case&, const Step&) {}
  virtual void step_finished(const Case&, const Step&) {}
  virtual void case_finished(const Case&) {}                      // whole
  virtual void suite_finished(const Suite&) {}                    // whole
  virtual void run_finished(const Run&) {}                        // whole
};

}  // namespace casement::results
