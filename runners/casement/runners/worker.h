// A process that runs cases, with its own Chrome, so that a crash costs one case and no result. The runner forks the
// worker, which has the flows in its memory, and sends it work over a socket. Messages are JSON, one per line:
//   to the worker    {"run": case number, "attempt": n, "more": whether others wait}, {"resume": true},
//                    {"end": why}: end the step in progress, and report the case; with "run" and "attempt":
//                    only if this case is running; the end of the stream: end at once
//   from the worker  {"news": what a waiting person should know}, {"prepared": browser}, {"step_started": …},
//                    {"step_finished": …}, {"paused": step}, {"case": …}, {"broken": {kind, message, trail}}
#pragma once

#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"
#include "casement/grid/browser_source.h"
#include "casement/results/model.h"
#include "casement/runners/case_selection.h"

namespace casement::runners {

// Selects the attempts to trace: the page before and after each step, and the element on which the step worked.
enum class Trace { Never, Retries, Failures, Always };

struct WorkerOptions {
  Trace trace = Trace::Failures;
  BrowserSource source;
  Milliseconds slow_motion{0};  // after each step
  bool pause_on_failure = false;
  std::vector<results::ServerInfo> servers = {};  // whose lines belong into traces
};

// Works until the runner closes the socket, or until the worker has no browser ("broken"). Returns the process's exit
// code. Call this in a process without other threads. Takes over SIGINT, SIGTERM, SIGHUP and SIGPIPE and ignores them,
// because the runner handles signals.
int run_worker(UniqueFd socket, const std::vector<ScheduledCase>& cases, const WorkerOptions& options);

}  // namespace casement::runners
