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
#include "casement/flow/load/flow_loader.h"
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
#include "casement/runners/command.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/flow_loading.h"
#include "casement/runners/reported_flows.h"
#include "casement/runners/run_options.h"
#include "casement/runners/run_parts.h"
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

// Explains why an expression of tags selects no case, if no case has one of its tags.
std::string hint_for_tags(const CaseFilter& filter, const std::vector<std::string>& known) {
  if (!filter.tags) return "";
  for (const std::string& tag : filter.tags->tags()) {
    if (std::find(known.begin(), known.end(), tag) != known.end()) continue;
    const std::string nearest = nearest_word(tag, known);
    return fmt::format("; no case has the tag '{}'{}", tag,
                       nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest));
  }
  return "";
}

struct SelectedFlows {
  std::vector<Flow> flows, set_up, tear_down;
  std::shared_ptr<const Project> project;  // settings of casement.yaml for the run; null without the file
};

bool need_browser(const SelectedFlows& selected) {
  const auto has_page_of_browser = [](const Flow& flow) { return !flow.has_application; };
  return std::ranges::any_of(selected.flows, has_page_of_browser) ||
         std::ranges::any_of(selected.set_up, has_page_of_browser) ||
         std::ranges::any_of(selected.tear_down, has_page_of_browser);
}

std::string results_of_last_run(const RunOptions& options) {
  return options.report_folder + "/results.json";
}

// Adds the errors of flows that cannot be run to `problems`.
SelectedFlows select_flows(RunOptions& options, std::vector<std::string>& problems) {
  FlowLoading loading = options.loading;
  loading.with_flows_around = !options.no_setup;
  if (options.has_report_folder) loading.report_folder = options.report_folder;
  // Without 'setup', a run uses the files that an earlier run has set up.
  loading.reads_earlier_files = options.no_setup || !loading.files_folder.empty();
  std::vector<std::string> paths = options.paths;
  if (options.last_failed && paths.empty()) paths = files_of_failed_cases(results_of_last_run(options));
  const std::vector<std::string> files = find_flow_files(paths);
  explain_custom_steps();
  LoadedFlows loaded = load_flows(files, loading);
  take_from_project(loaded.project.get(), options);
  for (const Error& problem : loaded.problems) problems.push_back(problem.full_text());
  if (loaded.bad > 0) {
    throw Error(ErrorKind::Authoring, fmt::format("{} of {} flows cannot be run", loaded.bad, files.size()));
  }
  std::vector<Flow> flows = std::move(loaded.flows);
  for (std::vector<Flow>* const some : {&flows, &loaded.set_up, &loaded.tear_down}) {
    for (Flow& flow : *some) {
      if (options.timeout_seconds > 0)
        flow.timeout = Milliseconds(static_cast<Milliseconds::rep>(options.timeout_seconds * 1000));
    }
  }
  std::vector<std::string> tags;
  for (const Flow& flow : flows) {
    for (const FlowCase& one : flow.cases) tags.insert(tags.end(), one.tags.begin(), one.tags.end());
  }
  const CaseFilter filter = filter_of(options);
  select_cases(flows, filter);
  if (flows.empty() && !options.allow_empty) {
    throw Error(ErrorKind::Usage, "no case is selected" + hint_for_tags(filter, tags) +
                                      "; change the selection, or pass --allow-empty to pass without cases");
  }
  return {std::move(flows), std::move(loaded.set_up), std::move(loaded.tear_down), std::move(loaded.project)};
}

RunPlan plan_cases(const SelectedFlows& selected, const RunOptions& options) {
  const std::vector<Flow>& flows = selected.flows;
  PlanOptions planned{options.list ? 1 : options.repeat, {}, {}, variables_of(options.loading), 0, options.rerun};
  if (options.last_failed) {
    planned.among = failed_cases(results_of_last_run(options));
    if (plan_run(flows, planned).cases.empty() && !options.allow_empty) {
      throw Error(ErrorKind::Usage, "no case is selected: no case failed in the last run");
    }
  }
  // A shard may have no case, because there may be more shards than cases.
  planned.shard = shard_of(options);
  if (options.list) return plan_run(flows, planned);
  return plan_run(flows, {selected.set_up, selected.tear_down}, planned);
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

std::size_t failed_as_expected(const results::Run& run) {
  std::size_t count = 0;
  for (const results::Suite& suite : run.suites) {
    for (const results::Case& one : suite.cases) count += one.failed_as_expected ? 1 : 0;
  }
  return count;
}

int exit_code_of(const results::Run& run, const PoolResult& pool, const RunOptions& options) {
  if (pool.signal != 0) return 128 + pool.signal;
  if (pool.broken) return static_cast<int>(exit_code(pool.broken->kind()));
  // If a server went away, or a sanitizer found something in a server, the run fails, whatever the result of the cases.
  if (pool.late || !run.errors.empty()) return static_cast<int>(ExitCode::Failed);
  const results::Totals totals = results::count_totals(run);
  if (totals.failed > 0 || (options.fail_on_flaky && totals.flaky > 0)) {
    return static_cast<int>(ExitCode::Failed);
  }
  // A case that failed as its author expected is reported as skipped, but it has done its work.
  const bool has_worked = totals.passed + totals.flaky + failed_as_expected(run) > 0;
  const bool only_skipped = !has_worked && totals.skipped > 0;
  return only_skipped ? kSkippedAsAWhole : static_cast<int>(ExitCode::Passed);
}

// The run prints the seed, so that it can be repeated.
std::uint32_t chosen_seed() {
  return std::random_device{}() % 999'999 + 1;
}

// Writes the reports of a run whose servers did not start.
void write_unbegun(results::Run planned, const Error& why, const RunOptions& options) {
  for (results::Suite& suite : planned.suites) {
    for (results::Case& one : suite.cases) {
      one.outcome = results::Outcome::Skipped;
      one.skip_reason = "not run: a server did not start, or ended";
      one.not_run = true;
    }
  }
  planned.errors.push_back(why.full_text());
  reports::write_reports(std::move(planned), options.report_folder, {options.plain_junit});
}

// Replaces the reports of an earlier run, which would look like the result of this run. --last-failed needs them.
void write_refused(std::vector<std::string> problems, ErrorKind kind, const RunOptions& options) {
  if (options.list || options.last_failed) return;
  const bool has_reports = path_exists(results_of_last_run(options)) || reports::is_joined_above(options.report_folder);
  if (kind != ErrorKind::Authoring && !has_reports) return;  // a mistyped command creates no report folder
  results::Run refused;
  refused.info.product = kVersionLine;
  reports::describe_run(refused.info);
  try {
    reports::begin_reports(refused, options.report_folder, {options.plain_junit});
    refused.errors = std::move(problems);
    reports::write_reports(std::move(refused), options.report_folder, {options.plain_junit});
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
  const reports::ReportFiles files = reports::write_reports(done, options.report_folder, {options.plain_junit});
  const bool for_programs = options.printer != nullptr;
  (for_programs ? std::cerr : std::cout) << files.told() << std::flush;
  const bool is_for_ctest = is_set("DASHBOARD_TEST_FROM_CTEST");
  if (is_for_ctest && !for_programs) {
    std::cout << reports::ctest_measurements(files.run, options.report_folder) << std::flush;
  }
  // Under ctest, each test would write its own summary.
  if (!is_test_of_ctest() && !reports::is_joined_above(options.report_folder)) reports::append_step_summary(files.run);
}

int run_plan(const RunPlan& plan, const SelectedFlows& selected, const RunOptions& options) {
  const Project* const project = selected.project.get();
  results::RunInfo info = info_of(plan, options);
  const results::Run planned{info, 0, plan.suites, {}};
  reports::begin_reports(planned, options.report_folder, {options.plain_junit});
  // Before any output, so that a missing Chrome is a single message.
  PoolOptions pool_options = pool_options_of(options, need_browser(selected));
  const Project programs = programs_of(project, options);
  std::optional<RunServers> servers;
  if (has_programs(programs) && !plan.cases.empty()) {
    try {
      servers.emplace(programs, options.report_folder, info);
      pool_options.worker.servers = info.servers;
    } catch (const Error& error) {
      write_unbegun(planned, error, options);
      throw;
    }
  }
  ReportedFlows reported(planned, options.report_folder, {options.plain_junit}, options.trace != Trace::Never);
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
    collector.start_run(info, plan.suites);
    begun = true;
  };
  const PoolResult pool = run_parts(plan, collector, pool_options, begin);
  if (!begun) begin("");
  add_run_errors(pool, collector);
  if (servers) servers->finish(collector);
  if (pool.late) {
    collector.add_run_error(
        fmt::format("stopped: the run took longer than --deadline, {} s", options.deadline_seconds));
  }
  const results::Run& done = collector.finish_run(milliseconds_now() - started, pool.left_out);
  write_all_reports(done, options);
  return exit_code_of(done, pool, options);
}

int run(RunOptions options) {
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
  if (options.list) return list_cases(plan, options.printer != nullptr && options.printer->name == "json");
  return run_plan(plan, selected, options);
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
