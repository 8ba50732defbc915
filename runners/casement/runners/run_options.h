// The command line of `casement run`, and the settings that follow from it and from the environment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/bazel_test.h"
#include "casement/base/deadline.h"
#include "casement/grid/browser_source.h"
#include "casement/process/find_chrome.h"
#include "casement/reports/console.h"
#include "casement/reports/junit.h"
#include "casement/runners/case_selection.h"
#include "casement/runners/flow_loading.h"
#include "casement/runners/printers.h"
#include "casement/runners/worker_pool.h"

namespace CLI {
class App;
}

namespace casement::runners {

struct RunOptions {
  std::vector<std::string> paths;
  FlowLoading loading;
  std::string report_folder = kUsualReportFolder;
  bool has_report_folder = false;  // from the command line
  bool no_server = false;
  bool no_setup = false;
  std::string tags;
  std::vector<std::string> case_names;
  std::string pattern;
  std::string shard;
  bool last_failed = false;
  bool allow_empty = false;
  std::string update_snapshots = {};  // all, changed; "": no updates

  int workers = 1;
  std::optional<int> retries;
  int repeat = 1;
  int max_failures = 0;
  int deadline_seconds = 0;                    // of the whole run; 0 for none
  std::optional<double> case_timeout_seconds;  // of each case; 0 for none
  std::uint32_t seed = 0;                      // 0: chosen at random
  bool shuffle = false;
  bool until_fail = false;
  bool fail_on_flaky = false;

  BrowserSource source;  // the source of browsers
  double grid_patience_seconds = 300;

  double timeout_seconds = 0;  // of each step without a timeout of its own; 0: as the flow or the library says
  std::vector<std::string> chrome_arguments;  // appended last
  std::string proxy;

  bool headed = false;
  double slow_motion_seconds = 0;
  bool pause_on_failure = false;
  Trace trace = Trace::Failures;

  RerunCommand rerun = {};

  bool list = false;
  const Printer* printer = nullptr;  // for programs; null: lines for people
  bool plain_junit = false;
  bool exits_with_zero = false;  // also after failed cases, because a reader of --tap counts these

  BazelTest bazel = {};
  std::string files_of_bazel = {};  // the folder for files of flows, unless an option names one; "" without Bazel
  // The end of the run that its surroundings set, and its name in messages; never without one.
  Deadline outer_deadline = Deadline::never();
  std::string outer_deadline_name = {};

  reports::JunitOptions junit() const { return {.plain = plain_junit, .copy_for_bazel = bazel.xml_file}; }
};

void add_run_options(CLI::App& command, RunOptions& options);
// Returns what a command that runs a case again takes from this command line: each option that decides results.
RerunCommand rerun_command(const CLI::App& command);
// Sets options from casement.yaml that the command line does not set; null without a file.
void take_from_project(const Project* project, RunOptions& options);

// Throws Error{Usage} for contradictions and for invalid expressions.
CaseFilter filter_of(const RunOptions& options);
// Also confirms to Bazel, if it asks, that the runner supports shards.
Shard shard_of(const RunOptions& options);
// Finds the browser, if the run needs a browser of this machine.
PoolOptions pool_options_of(const RunOptions& options, bool needs_browser = true);
// Returns the browser of this machine; with a window if `headed`. Throws Error{Environment} without a browser or
// display.
FoundBrowser find_browser_for(bool headed);
// For standard output.
reports::ConsoleOptions console_options();

}  // namespace casement::runners
