#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/reports/merge.h"
#include "casement/reports/report_files.h"
#include "casement/reports/report_reading.h"
#include "casement/reports/step_summary.h"
#include "casement/results/recorder.h"
#include "casement/runners/command.h"

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
  std::cout << "JUnit  " << files.junit.string() << "\nHTML   " << files.html.string() << std::endl;
  reports::append_step_summary(files.run);
}

int merge(const MergeOptions& options) {
  const results::Run merged = read_all(options);
  tell_reports(reports::write_reports(merged, options.report_folder, {options.plain_junit}));
  const bool good = merged.errors.empty() && results::count_totals(merged).failed == 0;
  return static_cast<int>(good ? ExitCode::Passed : ExitCode::Failed);
}

int start_joined(const std::string& folder) {
  reports::start_joining(folder);
  return 0;
}

int finish_joined(const std::string& folder) {
  tell_reports(reports::finish_joining(reports::join_reports_below(folder), folder));
  return 0;  // failed tests have already reported their failure
}

}  // namespace

void add_report_command(CLI::App& app, Action& action) {
  CLI::App* report = app.add_subcommand("report", "Merge or prepare the reports of test runs");
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
  auto folder = std::make_shared<std::string>();
  const auto add = [&](const char* name, const char* what, int (*body)(const std::string&)) {
    CLI::App* made = report->add_subcommand(name, what);
    made->add_option("folder", *folder, "Report folder; each test writes its reports into a subfolder of it")
        ->required();
    made->callback([folder, body, &action] { action = [folder, body] { return body(*folder); }; });
  };
  add("start", "Remove the reports of earlier tests, before tests that run in their own processes", start_joined);
  add("finish", "Merge the reports of these tests into one report in the folder, after the tests", finish_joined);
}

}  // namespace casement::runners
