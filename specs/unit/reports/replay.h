// Tells a sink about a finished run as if it happened now.
#pragma once

#include "casement/results/sink.h"

namespace casement::reports {

inline void replay(const results::Run& run, results::Sink& sink) {
  sink.run_started(run.info);
  for (const results::Suite& suite : run.suites) {
    sink.suite_started({suite.name, suite.file, {}});
    for (const results::Case& one : suite.cases) {
      sink.case_started(one);
      for (const results::Step& step : one.steps) {
        sink.step_started(one, step);
        sink.step_finished(one, step);
      }
      for (const results::Case& attempt : one.earlier_attempts) sink.case_retried(attempt);
      sink.case_finished(one);
    }
    sink.suite_finished(suite);
  }
  sink.run_finished(run);
}

}  // namespace casement::reports
