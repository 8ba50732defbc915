// The command line of `casement run`, and what of it and of the environment follows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "casement/grid/browser_source.h"
#include "casement/process/find_chrome.h"
#include "casement/reports/console.h"
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
  bool has_report_folder = false;  // the command line says it
  bool no_server = false;
  bool no_setup = false;
  std::string tags;
  std::vector<std::string> case_names;
  std::string pattern;
  std::string shard;
  bool last_failed = false;
  bool allow_empty = false;
  std::string update_snapshots = {};  // all, changed; "": none

  int workers = 1;
  std::optional<int> retries;
  int repeat = 1;
  int max_failures = 0;
  int deadline_seconds = 0;                    // of the whole run; 0 for none
  std::optional<double> case_timeout_seconds;  // of each case; 0 for none
  std::uint32_t seed = 0;                      // 0: one is chosen
  bool shuffle = false;
  bool until_fail = false;
  bool fail_on_flaky = false;

  BrowserSource source;  // where browsers come from
  double grid_patience_seconds = 300;

  double timeout_seconds = 0;                 // of each step, where neither it nor its flow says; 0: the library's
  std::vector<std::string> chrome_arguments;  // come last
  std::string proxy;

  bool headed = false;
  double slow_motion_seconds = 0;
  bool pause_on_failure = false;
  Trace trace = Trace::Retries;

  bool list = false;
  const Printer* printer = nullptr;  // for programs; null: lines for people
  bool plain_junit = false;
};

void add_run_options(CLI::App& command, RunOptions& options);
// Fills in what casement.yaml says and the command line does not; null for no file.
void take_from_project(const Project* project, RunOptions& options);

// Throws Error{Usage} for what contradicts itself or does not parse.
CaseFilter filter_of(const RunOptions& options);
// Also tells Bazel that shards are heeded, where it asks for that.
Shard shard_of(const RunOptions& options);
// Finds the browser, where the run needs one of this machine.
PoolOptions pool_options_of(const RunOptions& options, bool needs_browser = true);
// The browser of this machine; one that has a window for `headed`. Throws Error{Environment}, also
// where there is no display.
FoundBrowser find_browser_for(bool headed);
// Of standard output.
reports::ConsoleOptions console_options();
bool is_set(const char* environment_variable);

}  // namespace casement::runners
