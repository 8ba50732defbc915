#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/text.h"
#include "casement/reports/ctest_log.h"
#include "casement/reports/escape.h"
#include "casement/reports/history.h"
#include "casement/reports/history_files.h"
#include "casement/reports/history_reading.h"
#include "casement/reports/history_summary.h"
#include "casement/reports/history_texts.h"
#include "casement/reports/merge.h"
#include "casement/reports/report_files.h"
#include "casement/reports/report_reading.h"
#include "casement/reports/report_text.h"
#include "casement/reports/run_info.h"
#include "casement/reports/step_summary.h"
#include "casement/results/recorder.h"
#include "casement/runners/colours.h"
#include "casement/runners/command.h"
#include "casement/runners/number_range.h"
#include "casement/runners/version.h"

namespace casement::runners {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::vector<std::string> folders;
  std::string report_folder = "build/reports";
  bool plain_junit = false;
};

// If a folder contains no results itself, reads the results below it.
results::Run read_all(const MergeOptions& options) {
  std::vector<results::Run> runs;
  for (const std::string& named : options.folders) {
    const fs::path folder = named;
    if (path_exists(folder / "results.json") || !is_folder(folder)) {
      runs.push_back(reports::read_reports(folder));
    } else if (reports::report_folders_below(folder, options.report_folder).empty()) {
      throw Error(ErrorKind::Usage, "there is no results.json in " + folder.string() +
                                        " or in its subfolders; run the tests with this report folder first");
    } else {
      runs.push_back(reports::join_reports_below(folder, options.report_folder));
    }
  }
  return reports::merge_runs(std::move(runs));
}

void tell_reports(const reports::ReportFiles& files) {
  std::cout << files.told() << std::flush;
  reports::append_step_summary(files.run);
}

int merge(const MergeOptions& options) {
  const results::Run merged = read_all(options);
  tell_reports(reports::write_reports(merged, options.report_folder, {options.plain_junit}));
  const bool good = merged.errors.empty() && results::count_totals(merged).failed == 0;
  return static_cast<int>(good ? ExitCode::Passed : ExitCode::Failed);
}

struct HistoryOptions {
  std::vector<std::string> inputs;
  std::string report_folder = "build/history";
  int days = reports::HistoryBounds{}.days;
};

void tell_dropped(const reports::DroppedHistory& dropped, int days) {
  if (dropped.old_runs > 0) {
    std::cout << fmt::format("Dropped {} from before {} (--days {})\n", reports::counted(dropped.old_runs, "run"),
                             reports::time_text(dropped.before), days);
  }
  if (dropped.future_runs > 0) {
    std::cout << fmt::format("Dropped {} from the future: the clock of the machine was wrong\n",
                             reports::counted(dropped.future_runs, "run"));
  }
  if (dropped.parts > 0) {
    std::cout << fmt::format("Dropped {}: a joined report contains the same results\n",
                             reports::counted(dropped.parts, "run"));
  }
  if (dropped.cases > 0) {
    std::cout << fmt::format("Dropped {} without a result since then\n", reports::counted(dropped.cases, "case"));
  }
}

void tell_history(const reports::History& history, const std::vector<reports::CaseSummary>& summaries) {
  const auto count = [&](reports::CaseState state) {
    return std::ranges::count(summaries, state, &reports::CaseSummary::state);
  };
  std::cout << fmt::format("{}, {}: {} newly failing, {} failing, {} flaky\n",
                           reports::counted(history.runs.size(), "run"), reports::counted(history.cases.size(), "case"),
                           count(reports::CaseState::NewlyFailing), count(reports::CaseState::Failing),
                           count(reports::CaseState::Flaky));
  std::size_t listed = 0;
  constexpr std::size_t kMostListed = 10;
  const auto shown = [](const std::string& text) { return reports::visible_line(shorten(text, 200)); };
  for (const reports::CaseSummary& one : summaries) {
    if (one.state != reports::CaseState::NewlyFailing || listed++ == kMostListed) break;
    const reports::HistoryCase& named = history.cases[one.index];
    const reports::HistoryResult& bad = named.results[*one.first_bad];
    std::cout << fmt::format("  ✗ {} › {}: fails since {}, {}\n", shown(named.class_name), shown(named.name),
                             reports::time_text(history.runs[bad.run].started),
                             shown(history.failures[bad.failure].message));
  }
}

int join_history(const HistoryOptions& options) {
  reports::HistoryJoiner joiner;
  std::vector<reports::UnreadFile> unread;
  for (const std::string& input : options.inputs) {
    for (reports::UnreadFile& file : reports::read_history(input, joiner)) {
      const std::string warning =
          reports::visible_line("casement: warning: skipped " + file.path.string() + ": " + file.reason);
      std::cerr << painted_diagnostic(warning, has_colours(STDERR_FILENO)) << '\n';
      unread.push_back(std::move(file));
    }
  }
  if (joiner.empty()) {
    throw Error(ErrorKind::Usage,
                "found no results.json and no history.json that could be read; run the tests with "
                "--report-dir, and pass these report folders");
  }
  reports::DroppedHistory dropped;
  const reports::History history = joiner.done({options.days, std::time(nullptr)}, dropped);
  const std::vector<reports::CaseSummary> summaries = reports::summarize(history);
  const reports::HistoryFiles files =
      reports::write_history(history, summaries, unread, kVersionLine, options.report_folder);
  tell_history(history, summaries);
  tell_dropped(dropped, options.days);
  const std::string left_out = reports::left_out_text(history);
  if (!left_out.empty()) std::cout << left_out << '\n';
  std::cout << "HTML   " << files.html.string() << "\nJSON   " << files.json.string() << std::endl;
  return static_cast<int>(ExitCode::Passed);
}

struct JoinOptions {
  std::string folder;
  std::string ctest_folder;  // build folder of the running ctest; "" without ctest
};

int start_joined(const JoinOptions& options) {
  reports::start_joining(options.folder);
  return 0;
}

int finish_joined(const JoinOptions& options) {
  results::Run joined = reports::join_reports_below(options.folder);
  if (!options.ctest_folder.empty()) reports::add_unreported_tests(joined, options.ctest_folder);
  tell_reports(reports::finish_joining(std::move(joined), options.folder));
  return 0;  // failed tests have already reported their failure
}

void add_history_command(CLI::App& report, Action& action) {
  auto options = std::make_shared<HistoryOptions>();
  CLI::App* command = report.add_subcommand(
      "history", "Join the results of many runs into one page: pass rates, durations, newly failing and flaky cases");
  command
      ->add_option("inputs", options->inputs,
                   "Read every results.json and history.json in these folders and their subfolders, or these files")
      ->required();
  command->add_option("--report-dir", options->report_folder, "Write history.html and history.json into this folder")
      ->capture_default_str();
  take_range(command->add_option("--days", options->days,
                                 "Keep the runs of this many days before the newest run; 0 "
                                 "keeps all runs"),
             0, 36'500)
      ->capture_default_str();
  command->callback([options, &action] { action = [options] { return join_history(*options); }; });
}

}  // namespace

void add_report_command(CLI::App& app, Action& action) {
  CLI::App* report = app.add_subcommand("report", "Merge or prepare the reports of test runs, or show their history");
  report->require_subcommand(1);
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command =
      report->add_subcommand("merge", "Merge the reports of shards or tests; exit with the code of the whole run");
  command->add_option("folders", options->folders, "Merge the reports in these folders and their subfolders")
      ->required();
  command->add_option("--report-dir", options->report_folder, "Write the merged reports into this folder")
      ->capture_default_str();
  command->add_flag("--junit-plain", options->plain_junit, "Write each attempt as a JUnit testcase with the same name");
  command->callback([options, &action] { action = [options] { return merge(*options); }; });
  add_history_command(*report, action);
  auto join = std::make_shared<JoinOptions>();
  const auto add = [&](const char* name, const char* what, int (*body)(const JoinOptions&)) {
    CLI::App* made = report->add_subcommand(name, what);
    made->add_option("folder", join->folder, "Report folder; each test writes its reports into a subfolder of it")
        ->required();
    made->callback([join, body, &action] { action = [join, body] { return body(*join); }; });
    return made;
  };
  add("start", "Remove the reports of earlier tests, before tests that run in their own processes", start_joined);
  add("finish", "Merge the reports of these tests into one report in the folder, after the tests", finish_joined)
      ->add_option("--ctest", join->ctest_folder,
                   "Add the tests that the running ctest of this build folder could not run");
}

}  // namespace casement::runners
