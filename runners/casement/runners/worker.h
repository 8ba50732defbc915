// One of the processes that run cases, each with a Chrome of its own, so that a crash costs one
// case and no result. It is forked from the runner, whose flows it has in its memory, and hears of
// its work over a socket. Messages are JSON, a line each:
//   to the worker    {"run": case number, "attempt": n, "more": whether others wait}, {"resume": true},
//                    {"end": why}: end the step in progress, and report; with "run" and "attempt":
//                    if that is what runs the end of the stream means: end at once
//   from the worker  {"news": what a person who waits should know}, {"prepared": browser}, {"step_started": …},
//   {"step_finished": …},
//                    {"paused": step}, {"case": …}, {"broken": {kind, message, trail}}
#pragma once

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"
#include "casement/grid/browser_source.h"
#include "casement/runners/case_selection.h"

namespace casement::runners {

// Which attempts are traced: the page before and after each step, and what it worked on.
enum class Trace { Never, Retries, Always };

struct WorkerOptions {
  Trace trace = Trace::Retries;
  BrowserSource source;
  Milliseconds slow_motion{0};  // after each step
  bool pause_on_failure = false;
};

// Works until the runner hangs up. Returns the process's exit code. To be called in a process that
// has no other thread; takes over SIGINT and SIGTERM, which are the runner's to heed.
int run_worker(UniqueFd socket, const std::vector<ScheduledCase>& cases, const WorkerOptions& options);

}  // namespace casement::runners
