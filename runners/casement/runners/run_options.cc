#include "casement/runners/run_options.h"
#include "casement/base/environment_variables.h"

#include <errno.h>  // program_invocation_name
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>

#include "casement/base/error.h"
#include "casement/process/find_chrome.h"
#include "casement/reports/bazel_files.h"
#include "casement/results/rerun_command.h"
#include "casement/runners/colours.h"
#include "casement/runners/number_range.h"
#include "casement/runners/one_of.h"

namespace casement::runners {
namespace {

std::optional<std::string> environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

// Each option may occur several times, with one value each.
void add_source_options(CLI::App& command, RunOptions& options) {
  const std::string where = "Remote browsers";
  BrowserSource& source = options.source;
  CLI::Option* const grid =
      command
          .add_option("--grid", source.grid, "Use browsers of the Selenium Grid at this URL; default: CASEMENT_GRID")
          ->group(where);
  command
      .add_option("--grid-capabilities", source.grid_capabilities,
                  "Request these capabilities from the Grid: a JSON object, or @file")
      ->group(where);
  take_seconds(command
                   .add_option("--grid-timeout", options.grid_patience_seconds,
                               "Wait at most this many seconds for a free slot of the Grid")
                   ->group(where)
                   ->capture_default_str(),
               1.0, 86400.0);
  command
      .add_option(
          "--cdp-endpoint", source.endpoints,
          "Use the Chrome that is running at ws://… or http://host:port; repeat it to spread workers over several")
      ->allow_extra_args(false)
      ->excludes(grid)
      ->group(where);
  command
      .add_option("--serve-host", source.serve_host,
                  "Serve fixture sites to remote browsers at this name or address of this machine; default: "
                  "CASEMENT_SERVE_HOST")
      ->group(where);
  command
      .add_option("--cdp-header", source.headers, "Send this header, \"Name: value\", with requests to --cdp-endpoint")
      ->allow_extra_args(false)
      ->group(where);
}

}  // namespace

void add_run_options(CLI::App& command, RunOptions& options) {
  add_loading_options(command, options.loading);
  command
      .add_option("flows", options.paths,
                  "Run these flow files, folders with *.flow.yaml, or patterns; default: flows/, or else this folder")
      ->envname("CASEMENT_FLOWS");
  command.add_option("--report-dir", options.report_folder, "Write the reports into this folder")
      ->capture_default_str()
      ->each([&options](const std::string&) { options.has_report_folder = true; });

  command
      .add_option("--files-dir", options.loading.files_folder,
                  "Write files of flows into this folder, and read files of earlier runs from it; default: 'files' in "
                  "--report-dir")
      ->envname("CASEMENT_FILES_DIR");

  const std::string choice = "Select cases";
  command.add_option("--tag", options.tags, "Run only cases whose tags match, e.g. 'smoke and not (slow or broken)'")
      ->group(choice);
  command.add_option("--case", options.case_names, "Run only cases with this name; may be repeated")
      ->group(choice)
      ->allow_extra_args(false);
  command
      .add_option("--grep", options.pattern,
                  "Run only cases whose 'file › flow › case' matches this regular expression")
      ->group(choice);
  command.add_option("--shard", options.shard, "Run only part i of n, written i/n")->group(choice);
  command.add_flag("--last-failed", options.last_failed, "Run only cases that failed in the last run")->group(choice);
  command.add_flag("--allow-empty", options.allow_empty, "Pass even if no case is selected")->group(choice);
  command
      .add_flag("--list", options.list,
                "List the selected cases without running them: file, name, tags (with --json: as JSON)")
      ->group(choice);

  const std::string way = "Run options";
  CLI::Option* const har =
      command
          .add_option("--har", options.loading.har,
                      "Answer requests of all pages and workers from this archive (HAR 1.2); overrides har in flows")
          ->group(way)
          ->type_name("FILE")
          ->check(CLI::ExistingFile);
  command
      .add_option("--har-others", options.loading.har_others,
                  "Requests that the archive lacks fail, or pass to the network")
      ->group(way)
      ->needs(har)
      ->check(CLI::IsMember({"fail", "pass"}))
      ->capture_default_str();
  command.add_flag("--no-server", options.no_server, "Do not start the 'server' of casement.yaml")->group(way);
  command.add_flag("--no-setup", options.no_setup, "Do not run the flows of 'setup' and 'teardown' in casement.yaml")
      ->group(way);
  take_range(
      command
          .add_option("-j,--workers", options.workers, "Run this many cases at the same time, each in its own Chrome")
          ->group(way)
          ->capture_default_str(),
      1, 256);
  take_range(command
                 .add_option("--retries", options.retries,
                             "Retry a failed case this many times, or more often if its flow says so; 0: never")
                 ->group(way),
             0, 100);
  command.add_flag("--fail-on-flaky", options.fail_on_flaky, "Fail the run if a case passes only on a retry")
      ->group(way);
  CLI::Option* const repeat = take_range(
      command.add_option("--repeat", options.repeat, "Run each case this many times")->group(way), 1, 100000);
  command.add_flag("--until-fail", options.until_fail, "Stop repeating at the first failure")
      ->group(way)
      ->needs(repeat);
  take_range(command.add_option("--max-failures", options.max_failures, "Start no more cases after this many failures")
                 ->group(way),
             1, 1000000);
  take_seconds(command
                   .add_option("--deadline", options.deadline_seconds,
                               "Stop the run after this many seconds and report it as failed")
                   ->group(way),
               1, 1000000);
  take_seconds(command
                   .add_option("--case-timeout", options.case_timeout_seconds,
                               "Stop a case after this many seconds and fail it; overrides the flow, 0: never")
                   ->group(way),
               0.0, 1e6);
  take_seconds(command
                   .add_option("--timeout", options.timeout_seconds,
                               "Time limit for steps, in seconds, that do not set one; overrides the flow")
                   ->group(way),
               0.001, 1e6);
  take_range(command.add_option("--seed", options.seed, "Use this seed for random numbers; every run prints its seed")
                 ->group(way)
                 ->envname("CASEMENT_SEED"),
             1u, 4294967295u);
  command.add_flag("--shuffle", options.shuffle, "Run the cases in a random order that the seed determines")
      ->group(way);
  command
      .add_flag("--update-snapshots{all}", options.update_snapshots,
                "Write the approved pictures instead of comparing with them; --update-snapshots=changed writes only "
                "pictures that differ")
      ->check(CLI::IsMember({"all", "changed"}))
      ->group(way);
  CLI::Option* const headed = command.add_flag("--headed", options.headed, "Show the browser's window")->group(way);
  take_seconds(command.add_option("--slow-mo", options.slow_motion_seconds, "Wait this many seconds after each step")
                   ->group(way),
               0.0, 60.0);
  command.add_flag("--pause-on-failure", options.pause_on_failure, "Wait for Enter after a failed step")
      ->group(way)
      ->needs(headed);
  command
      .add_option("--trace", options.trace,
                  "Record the page at each step: never, in retries, for cases that fail, or always")
      ->group(way)
      ->transform(one_of<Trace>({{"never", Trace::Never},
                                 {"retries", Trace::Retries},
                                 {"failures", Trace::Failures},
                                 {"always", Trace::Always}}))
      ->default_str("failures");

  add_source_options(command, options);

  command.add_option("--chrome-arg", options.chrome_arguments, "Pass this argument to Chrome, such as --lang=de")
      ->allow_extra_args(false)
      ->group(way);
  command
      .add_flag("--no-sandbox", options.source.launch.without_sandbox,
                "Start Chrome without its sandbox; only for pages that you trust")
      ->group(way);
  command
      .add_option("--proxy", options.proxy,
                  "Send requests of pages through this proxy, host:port or socks5://host:port, except to fixture sites "
                  "and this machine")
      ->group(way);

  const std::string output = "Output";
  std::vector<CLI::Option*> before;
  CLI::Option* tap = nullptr;
  for (const Printer& printer : printers()) {
    CLI::Option* const flag = command.add_flag_callback(
        fmt::format("--{}", printer.name), [&options, &printer] { options.printer = &printer; },
        std::string(printer.help));
    flag->group(output);
    if (printer.name == "tap") tap = flag;
    for (CLI::Option* const other : before) flag->excludes(other);
    before.push_back(flag);
  }
  command
      .add_flag("--exit-zero", options.exits_with_zero,
                "Exit with 0 although cases failed, because the reader of --tap counts them, as Meson does")
      ->group(output)
      ->needs(tap);
  command.add_flag("--junit-plain", options.plain_junit, "Write each attempt as a JUnit testcase with the same name")
      ->group(output);
}

RerunCommand rerun_command(const CLI::App& command) {
  // The plan adds --case, --env, --project and --var. Headers may contain passwords.
  constexpr std::array<std::string_view, 16> kKept{
      "--base-url",  "--case-timeout", "--cdp-endpoint",      "--chrome-arg",
      "--files-dir", "--grid",         "--grid-capabilities", "--grid-timeout",
      "--headed",    "--no-sandbox",   "--no-server",         "--no-setup",
      "--proxy",     "--seed",         "--serve-host",        "--timeout"};
  // Their values of the environment are options by now.
  constexpr std::array<std::string_view, 2> kGivenAsOptions{"CASEMENT_ENV", "CASEMENT_FILES_DIR"};
  RerunCommand rerun{results::rerun_prefix(kGivenAsOptions), results::shell_word(::program_invocation_name)};
  // Other tests of ctest have run `setup`. The command has to run `setup` itself, because a server that starts anew
  // does not know the old session.
  const bool runs_setup = is_test_of_ctest() && command.count("--no-setup") > 0;
  for (const std::string_view name : kKept) {
    const CLI::Option* const option = command.get_option(std::string(name));
    if (option->count() == 0 || (runs_setup && (name == "--no-setup" || name == "--files-dir"))) continue;
    const bool is_flag = option->get_items_expected_max() == 0;
    if (is_flag) rerun.options += " " + std::string(name);
    for (const std::string& value : is_flag ? std::vector<std::string>{} : option->results())
      rerun.options += results::shell_option(std::string(name), value);
  }
  // Without `setup`, a case may read files of the earlier run.
  const CLI::Option* const reports = command.get_option("--report-dir");
  if (!runs_setup && command.count("--no-setup") > 0 && command.count("--files-dir") == 0 && reports->count() > 0)
    rerun.options += results::shell_option("--files-dir", reports->results().back() + "/" + kFilesOfReports);
  return rerun;
}

void take_from_project(const Project* project, RunOptions& options) {
  if (project == nullptr) return;
  if (!options.has_report_folder && !project->report_folder.empty()) options.report_folder = project->report_folder;
  const auto names = [&](std::string_view reporter) {
    return std::ranges::find(project->reporters, reporter) != project->reporters.end();
  };
  if (names("junit-plain")) options.plain_junit = true;
  if (options.printer != nullptr || options.list) return;
  const auto named = std::ranges::find_if(printers(), [&](const Printer& printer) { return names(printer.name); });
  if (named != printers().end()) options.printer = &*named;
}

CaseFilter filter_of(const RunOptions& options) {
  CaseFilter filter;
  filter.names = options.case_names;
  if (!options.tags.empty()) filter.tags.emplace(options.tags);
  if (!options.pattern.empty()) {
    try {
      filter.pattern.emplace(options.pattern);
    } catch (const RegexError& error) {
      throw Error(ErrorKind::Usage, "--grep: '" + options.pattern + "' is not a regular expression",
                  {fmt::format("byte {}: {}", error.at() + 1, error.message())});
    }
  }
  return filter;
}

Shard shard_of(const RunOptions& options) {
  reports::touch_shard_status(options.bazel);
  return find_shard(options.shard, environment);
}

PoolOptions pool_options_of(const RunOptions& options, bool needs_browser) {
  PoolOptions pool;
  pool.workers = static_cast<std::size_t>(options.workers);
  pool.shuffle = options.shuffle;
  pool.seed = options.seed;
  // --until-fail looks for a failure, so nothing is retried unless --retries is given.
  pool.retries = options.until_fail && !options.retries ? 0 : options.retries;
  pool.max_failures = options.until_fail ? 1 : static_cast<std::size_t>(options.max_failures);
  pool.deadline_seconds = options.deadline_seconds;
  pool.deadline = options.outer_deadline;
  pool.deadline_name = options.outer_deadline_name;
  if (options.bazel.timeout_seconds > 0) {
    const int rest = options.bazel.timeout_seconds - options.bazel.own_timeout_seconds();
    pool.time_to_tear_down = std::chrono::seconds(std::max(rest - 5, 1));
  }
  if (options.case_timeout_seconds) {
    pool.case_timeout = Milliseconds(static_cast<Milliseconds::rep>(*options.case_timeout_seconds * 1000));
  }
  pool.live = options.printer == nullptr && console_options().interactive;
  BrowserSource& source = pool.worker.source;
  source = options.source;
  source.launch.headed = options.headed;
  source.launch.extra_arguments = options.chrome_arguments;
  source.launch.outer_proxy = options.proxy;
  source.grid_patience = Milliseconds(static_cast<Milliseconds::rep>(options.grid_patience_seconds * 1000));
  take_from_environment(source, environment);
  check_source(source);
  if (needs_browser && !source.is_remote()) {
    source.launch.browser = options.headed ? find_browser_with_window("--headed") : find_browser();
  }
  pool.worker.slow_motion = Milliseconds(static_cast<Milliseconds::rep>(options.slow_motion_seconds * 1000));
  pool.worker.trace = options.trace;
  pool.worker.pause_on_failure = options.pause_on_failure;
  return pool;
}

FoundBrowser find_browser_for(bool headed) {
  BrowserLookup lookup = BrowserLookup::of_this_machine();
  if (headed) {
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) {
      throw Error(ErrorKind::Environment, "--headed: there is no display to show a window on",
                  {"neither DISPLAY nor WAYLAND_DISPLAY is set; xvfb-run provides a virtual display"});
    }
    // A headless shell has no window.
    const auto is_executable = lookup.is_executable;
    lookup.is_executable = [is_executable](const std::string& path) {
      return browser_kind(path) != BrowserKind::HeadlessShell && is_executable(path);
    };
  }
  return find_browser(lookup);
}

reports::ConsoleOptions console_options() {
  reports::ConsoleOptions options;
  const bool terminal = is_capable_terminal(STDOUT_FILENO);
  options.colour = has_colours(STDOUT_FILENO);
  options.interactive = terminal;
  winsize size{};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    options.columns = size.ws_col;
  }
  return options;
}

}  // namespace casement::runners
