#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/browser_flow.h"
#include "casement/flow/flow_loader.h"
#include "casement/flow/flow_runner.h"
#include "casement/process/find_chrome.h"
#include "casement/process/interrupt.h"
#include "casement/reports/console.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_files.h"
#include "casement/results/recorder.h"
#include "casement/runners/command.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/version.h"

namespace casement::runners {
namespace {

struct RunOptions {
  std::vector<std::string> paths;
  std::string report_folder = "build/reports";
  std::string case_name;
  bool list = false;
};

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

reports::ConsoleOptions console_options() {
  reports::ConsoleOptions options;
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  const char* no_color = std::getenv("NO_COLOR");
  options.colour = terminal && (no_color == nullptr || *no_color == '\0');
  options.interactive = terminal;
  winsize size{};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    options.columns = size.ws_col;
  }
  return options;
}

// All flows, or every authoring error there is and then an Error.
std::vector<Flow> load_flows(const std::vector<std::string>& files) {
  std::vector<Flow> flows;
  std::size_t bad = 0;
  for (const std::string& file : files) {
    try {
      flows.push_back(load_flow(file));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Authoring) throw;
      std::cerr << reports::visible_lines(error.full_text()) << '\n';
      ++bad;
    }
  }
  if (bad > 0) {
    throw Error(ErrorKind::Authoring,
                fmt::format("{} of {} flows cannot be run", bad, files.size()));
  }
  return flows;
}

// Keeps only the cases of that name. Throws Error{Usage} naming the nearest when there is none.
void select_case(std::vector<Flow>& flows, const std::string& name) {
  std::vector<std::string> known;
  std::size_t selected = 0;
  for (Flow& flow : flows) {
    for (const FlowCase& one : flow.cases) known.push_back(one.name);
    std::erase_if(flow.cases, [&](const FlowCase& one) { return one.name != name; });
    selected += flow.cases.size();
  }
  std::erase_if(flows, [](const Flow& flow) { return flow.cases.empty(); });
  if (selected > 0) return;
  const std::string nearest = nearest_word(name, known);
  throw Error(ErrorKind::Usage,
              "there is no case '" + name + "'" +
                  (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"),
              {"cases: " + join(known, ", ")});
}

int list_cases(const std::vector<Flow>& flows) {
  for (const Flow& flow : flows) {
    for (const FlowCase& one : flow.cases) {
      std::cout << flow.file << '\t' << reports::visible_line(one.name) << '\t'
                << join(one.tags, ",") << '\n';
    }
  }
  return 0;
}

void run_flows(const std::vector<Flow>& flows, BrowserFlowEnvironment& environment,
               results::Recorder& recorder) {
  for (const Flow& flow : flows) {
    recorder.start_suite(flow.name, flow.file);
    environment.prepare(flow);
    for (const FlowCase& one : flow.cases) {
      if (InterruptWatch::signal() != 0) return;
      run_flow_case(flow, one, environment, recorder);
    }
    recorder.finish_suite();
  }
}

int run(const RunOptions& options) {
  std::vector<Flow> flows = load_flows(find_flow_files(options.paths));
  if (!options.case_name.empty()) select_case(flows, options.case_name);
  if (options.list) return list_cases(flows);

  LaunchOptions launch;
  launch.browser = find_browser();  // before anything is printed: a missing Chrome is one message
  BrowserFlowEnvironment environment(launch);
  const InterruptWatch interrupt_watch([&](int) { environment.interrupt(); });
  reports::ConsoleSink console(std::cout, console_options());
  results::Recorder recorder({&console});
  const auto started = std::chrono::steady_clock::now();

  results::RunInfo info;
  info.product = kVersionLine;
  info.host_name = host_name();
  info.started = utc_now();
  info.suites = flows.size();
  for (const Flow& flow : flows) info.cases += flow.cases.size();
  std::optional<Error> broken;
  try {
    environment.prepare(flows.front());
    info.browser = environment.browser_version();
    recorder.start_run(info);
    run_flows(flows, environment, recorder);
  } catch (const Error& error) {
    if (info.browser.empty()) recorder.start_run(info);
    recorder.add_run_error(error.full_text());
    broken = error;
  }
  if (InterruptWatch::signal() != 0) recorder.add_run_error("the run was interrupted");
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started;
  const results::Run& done = recorder.finish_run(took.count());
  const reports::ReportFiles files = reports::write_reports(done, options.report_folder);
  std::cout << "JUnit  " << files.junit.string() << "\nHTML   " << files.html.string() << std::endl;
  if (broken) return static_cast<int>(exit_code(broken->kind()));
  const results::Totals totals = results::count_totals(done);
  return static_cast<int>(totals.failed > 0 ? ExitCode::Failed : ExitCode::Passed);
}

}  // namespace

void add_run_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run flows in Chrome and write the reports");
  command->add_option("flows", options->paths, "Flow files, or folders that hold *.flow.yaml")
      ->required();
  command->add_option("--report-dir", options->report_folder, "Where the reports are written")
      ->capture_default_str();
  command->add_option("--case", options->case_name, "Run only the cases of this name");
  command->add_flag("--list", options->list, "List the cases: file, name and tags, a line each");
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace casement::runners
