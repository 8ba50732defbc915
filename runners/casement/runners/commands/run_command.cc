#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "casement/base/environment_variables.h"
#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/text.h"
#include "casement/process/interrupt.h"
#include "casement/process/launch_options.h"
#include "casement/reports/bazel_files.h"
#include "casement/reports/console.h"
#include "casement/reports/crash_reporter.h"
#include "casement/reports/ctest_measurements.h"
#include "casement/reports/escape.h"
#include "casement/reports/github.h"
#include "casement/reports/report_files.h"
#include "casement/reports/run_info.h"
#include "casement/reports/step_summary.h"
#include "casement/results/recorder.h"
#include "casement/results/run_collector.h"
#include "casement/runners/bazel_options.h"
#include "casement/runners/command.h"
#include "casement/runners/reported_flows.h"
#include "casement/runners/run_options.h"
#include "casement/runners/run_parts.h"
#include "casement/runners/selected_flows.h"
#include "casement/runners/server_reaper.h"
#include "casement/runners/version.h"
#include "casement/servers/shared_servers.h"

namespace casement::runners {
namespace {

constexpr int kSkippedAsAWhole = 77;  // recognised by ctest (SKIP_RETURN_CODE), automake and Meson

double milliseconds_now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string random_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
  return token;
}

int list_cases(const RunPlan& plan, bool as_json) {
  nlohmann::json list = nlohmann::json::array();
  for (const results::Suite& suite : plan.suites) {
    for (const results::Case& one : suite.cases) {
      if (!as_json) {
        std::cout << suite.file << '\t' << reports::visible_line(one.name) << '\t' << join(one.tags, ",") << '\n';
        continue;
      }
      list.push_back({{"file", suite.file},
                      {"line", one.where.line},
                      {"flow", suite.name},
                      {"class_name", one.class_name},
                      {"case", one.name},
                      {"tags", one.tags}});
    }
  }
  if (as_json) {
    std::cout << list.dump(1, ' ', true, nlohmann::json::error_handler_t::replace) << '\n';
  }
  return 0;
}

// The output during the run.
struct Output {
  std::vector<std::unique_ptr<results::Sink>> owned;

  explicit Output(const RunOptions& options) {
    if (options.printer != nullptr) {
      owned.push_back(options.printer->make(std::cout));
    } else {
      owned.push_back(std::make_unique<reports::ConsoleSink>(std::cout, console_options()));
    }
    if (is_set("GITHUB_ACTIONS")) {
      // GitHub reads both streams; a program reads only standard output.
      std::ostream& out = options.printer != nullptr ? std::cerr : std::cout;
      owned.push_back(std::make_unique<reports::GithubSink>(out, random_token()));
    }
  }
  std::vector<results::Sink*> sinks() const {
    std::vector<results::Sink*> all;
    for (const auto& sink : owned) all.push_back(sink.get());
    return all;
  }
};

int exit_code_of(const results::Run& run, const PoolResult& pool, const RunOptions& options) {
  if (pool.signal != 0) return 128 + pool.signal;
  if (pool.broken) return static_cast<int>(exit_code(pool.broken->kind()));
  // If a server went away, or a sanitizer found something in a server, the run fails, whatever the result of the cases.
  if (!pool.late.empty() || !run.errors.empty()) return static_cast<int>(ExitCode::Failed);
  if (options.exits_with_zero) return static_cast<int>(ExitCode::Passed);
  const results::Totals totals = results::count_totals(run);
  if (totals.failed > 0 || (options.fail_on_flaky && totals.flaky > 0)) {
    return static_cast<int>(ExitCode::Failed);
  }
  // A case that failed as its author expected is reported as skipped, but it has done its work.
  const bool has_worked = totals.passed + totals.flaky + totals.failed_as_expected > 0;
  // Bazel knows no skipped test; GoogleTest's programs pass there too.
  const bool only_skipped = !has_worked && totals.skipped > 0 && !options.bazel.is_there;
  return only_skipped ? kSkippedAsAWhole : static_cast<int>(ExitCode::Passed);
}

// The run prints the seed, so that it can be repeated.
std::uint32_t chosen_seed() {
  return std::random_device{}() % 999'999 + 1;
}

// Writes the reports of a run that lacked something before its first case, such as a server.
void write_unbegun(results::Run planned, const Error& why, const std::string& reason, const RunOptions& options) {
  for (results::Suite& suite : planned.suites) {
    for (results::Case& one : suite.cases) {
      one.outcome = results::Outcome::Skipped;
      one.skip_reason = "not run: " + reason;
      one.not_run = true;
    }
  }
  planned.errors.push_back(why.full_text());
  reports::write_reports(std::move(planned), options.report_folder, options.junit());
}

// Replaces the reports of an earlier run, which would look like the result of this run. --last-failed needs them.
void write_refused(std::vector<std::string> problems, ErrorKind kind, const RunOptions& options) {
  if (options.list || options.last_failed) return;
  const bool has_reports = path_exists(results_of_last_run(options)) || reports::is_joined_above(options.report_folder);
  // A mistyped command creates no report folder. Bazel wants results of every test.
  if (kind != ErrorKind::Authoring && !has_reports && options.bazel.xml_file.empty()) return;
  results::Run refused;
  refused.info.product = kVersionLine;
  reports::describe_run(refused.info);
  try {
    reports::begin_reports(refused, options.report_folder, options.junit());
    refused.errors = std::move(problems);
    reports::write_reports(std::move(refused), options.report_folder, options.junit());
  } catch (const Error& unwritten) {
    std::cerr << reports::visible_lines(unwritten.full_text()) << '\n';
  }
}

// Adds the reason why all tests fail at once; `casement server stop` prints the last output of the server.
void tell_shared_server_that_ended(const Project& project, results::RunCollector& collector) {
  try {
    shared_servers(project);
  } catch (const Error& error) {
    collector.add_run_error(error.full_text());
  }
}

results::RunInfo info_of(const RunPlan& plan, const RunOptions& options) {
  results::RunInfo info;
  info.product = kVersionLine;
  info.suites = plan.suites.size();
  info.cases = plan.cases.size();
  info.seed = options.seed;
  if (plan.shard.count > 1) info.shard = fmt::format("{}/{}", plan.shard.index + 1, plan.shard.count);
  reports::describe_run(info);
  info.workers = std::min(static_cast<std::size_t>(options.workers), std::max<std::size_t>(info.cases, 1));
  return info;
}

// The servers of a project for one run: shared servers that are already running, or servers of the run.
class RunServers {
 public:
  // Starts the servers if they are not shared, and sets them in `info`.
  RunServers(const Project& project, const std::string& report_folder, results::RunInfo& info) : project_(project) {
    if (auto shared = shared_servers(project)) {
      info.servers = *std::move(shared);
      are_shared_ = !info.servers.empty();
    } else {
      own_.emplace(project, report_folder);
      info.servers = own_->servers();
    }
  }
  // Stops the run's own servers. Problems of all servers become errors of the run.
  void finish(results::RunCollector& collector) {
    if (own_) {
      for (const std::string& message : own_->stop()) collector.add_run_error(message);
    } else if (are_shared_) {
      tell_shared_server_that_ended(project_, collector);
    }
  }

 private:
  const Project& project_;
  std::optional<ServerReaper> own_;
  bool are_shared_ = false;
};

// The project with the programs that the run starts.
Project programs_of(const Project* project, const RunOptions& options) {
  Project programs;
  if (project != nullptr) programs = *project;
  if (options.no_server) programs.servers.clear();
  return programs;
}

void add_run_errors(const PoolResult& pool, results::RunCollector& collector) {
  if (pool.broken) collector.add_run_error(pool.broken->full_text());
  if (pool.signal == 0) return;
  collector.add_run_error(pool.signal == SIGPIPE ? "stopped: the output pipe was closed" : "the run was interrupted");
}

void write_all_reports(const results::Run& done, const RunOptions& options) {
  const reports::ReportFiles files = reports::write_reports(done, options.report_folder, options.junit());
  reports::write_annotations(options.bazel, options.report_folder, files.run);
  const bool for_programs = options.printer != nullptr;
  (for_programs ? std::cerr : std::cout) << files.told() << std::flush;
  const bool is_for_ctest = is_set("DASHBOARD_TEST_FROM_CTEST");
  if (is_for_ctest && !for_programs) {
    std::cout << reports::ctest_measurements(files.run, options.report_folder) << std::flush;
  }
  // Under ctest, each test would write its own summary.
  if (!is_test_of_ctest() && !reports::is_joined_above(options.report_folder)) reports::append_step_summary(files.run);
}

// Returns the settings of the workers, after the browser was found.
PoolOptions find_browsers(const results::Run& planned, const SelectedFlows& selected, const RunOptions& options) {
  try {
    return pool_options_of(options, need_browser(selected));
  } catch (const Error& error) {
    write_unbegun(planned, error, "no browser was found", options);
    reports::write_infrastructure_failure(options.bazel, "browser", error.message());
    throw;
  }
}

// Writes the files that Bazel reads beside the reports.
void tell_bazel(const results::Run& done, const PoolResult& pool, const SelectedFlows& selected,
                const RunOptions& options) {
  std::vector<std::string> warnings = tell_unknown_variables(environment_names());
  if (!selected.nothing_to_run.empty()) warnings.push_back(selected.nothing_to_run);
  reports::write_warnings(options.bazel, std::move(warnings), done);
  reports::write_infrastructure_failures(options.bazel, done);
  if (pool.broken) reports::write_infrastructure_failure(options.bazel, "browser", pool.broken->message());
}

int run_plan(const RunPlan& plan, const SelectedFlows& selected, const RunOptions& options) {
  const Project* const project = selected.project.get();
  results::RunInfo info = info_of(plan, options);
  const results::Run planned{info, 0, plan.suites, {}};
  reports::begin_reports(planned, options.report_folder, options.junit());
  // Before any output, so that a missing Chrome is a single message.
  PoolOptions pool_options = find_browsers(planned, selected, options);
  if (!pool_options.worker.source.is_remote()) {
    std::string warning = sandbox_warning(pool_options.worker.source.launch, Machine::of_this_process());
    if (!warning.empty()) info.warnings.push_back(std::move(warning));
  }
  const Project programs = programs_of(project, options);
  std::optional<RunServers> servers;
  if (has_programs(programs) && !plan.cases.empty()) {
    try {
      servers.emplace(programs, options.report_folder, info);
      pool_options.worker.servers = info.servers;
    } catch (const Error& error) {
      write_unbegun(planned, error, "a server did not start, or ended", options);
      throw;
    }
  }
  ReportedFlows reported(planned, options.report_folder, options.junit(), options.trace != Trace::Never);
  reports::CrashReporter reporter(reported);
  CrashReporterSink reporter_sink(reporter);
  const Output output(options);
  std::vector<results::Sink*> sinks = output.sinks();
  sinks.insert(sinks.begin(), &reporter_sink);  // first, so that everything printed is also recorded
  results::RunCollector collector(sinks, milliseconds_now);
  const double started = milliseconds_now();
  bool begun = false;
  const auto begin = [&](const std::string& browser) {
    if (begun) return;
    info.browser = browser;
    if (std::string other = other_browser_version(project, browser); !other.empty())
      info.warnings.push_back(std::move(other));
    collector.start_run(info, plan.suites);
    begun = true;
  };
  const PoolResult pool = run_parts(plan, collector, pool_options, begin);
  if (!begun) begin("");
  add_run_errors(pool, collector);
  if (servers) servers->finish(collector);
  if (!pool.late.empty()) collector.add_run_error("stopped: the run took longer than " + pool.late);
  const results::Run& done = collector.finish_run(milliseconds_now() - started, pool.left_out);
  write_all_reports(done, options);
  tell_bazel(done, pool, selected, options);
  return exit_code_of(done, pool, options);
}

int run_selected(RunOptions options) {
  if (options.seed == 0) options.seed = chosen_seed();
  options.loading.seed = options.seed;
  // Workers inherit this variable. The flows are loaded after it is set, because they may name files that do not exist
  // yet.
  if (!options.update_snapshots.empty()) {
    ::setenv("CASEMENT_APPROVE", options.update_snapshots == "changed" ? "changed" : "1", 1);
  }
  SelectedFlows selected;
  RunPlan plan;
  std::vector<std::string> problems;
  try {
    selected = select_flows(options, problems);
    plan = plan_cases(selected, options);
  } catch (const Error& error) {
    if (problems.empty()) problems.push_back(error.full_text());
    write_refused(std::move(problems), error.kind(), options);
    throw;
  }
  if (const std::string shard = describe_shard(plan); !shard.empty()) {
    // Programs read standard output, so the text goes to standard error.
    (options.list || options.printer != nullptr ? std::cerr : std::cout) << shard << std::endl;
  }
  if (!selected.nothing_to_run.empty()) {
    (options.list || options.printer != nullptr ? std::cerr : std::cout)
        << reports::visible_line(selected.nothing_to_run) << std::endl;
  }
  if (options.list) return list_cases(plan, options.printer != nullptr && options.printer->name == "json");
  return run_plan(plan, selected, options);
}

// A run that a signal ends leaves the file by which Bazel knows that the tests did not come to their end.
int run(RunOptions options) {
  take_from_bazel(options);
  reports::PrematureExitFile premature_exit(options.list ? "" : options.bazel.premature_exit_file);
  try {
    const int code = run_selected(std::move(options));
    if (code > 128) premature_exit.keep();
    return code;
  } catch (const Error&) {
    if (InterruptWatch::exit_code() != 0) premature_exit.keep();
    throw;
  }
}

}  // namespace

void add_run_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run flows in Chrome and write reports");
  add_run_options(*command, *options);
  command->callback([options, command, &action] {
    options->rerun = rerun_command(*command);
    action = [options] { return run(*options); };
  });
}

}  // namespace casement::runners
