#include <CLI/CLI.hpp>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <system_error>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/system_message.h"
#include "casement/reports/merge.h"
#include "casement/reports/report_files.h"
#include "casement/results/recorder.h"
#include "casement/results/results_json.h"
#include "casement/runners/command.h"

namespace casement::runners {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::vector<std::string> folders;
  std::string report_folder = "build/reports";
  bool plain_junit = false;
};

std::string read_file(const fs::path& path) {
  std::optional<std::string> text = read_whole_file(path.string());
  if (!text) throw Error(ErrorKind::Usage, "cannot read " + path.string() + ": " + system_message(errno));
  return std::move(*text);
}

// Results may come from anywhere; their attachments lie beside them.
void load_attachments(results::Case& one, const fs::path& folder) {
  for (results::Case& attempt : one.earlier_attempts) load_attachments(attempt, folder);
  for (results::Attachment& attachment : one.attachments) {
    const fs::path path = fs::path(attachment.path).lexically_normal();
    if (path.empty() || path.is_absolute() || *path.begin() == "..") {
      throw Error(ErrorKind::Usage, "an attachment of " + folder.string() + " is not below it: " + attachment.path);
    }
    // A link may lead anywhere, and what it leads to would be copied.
    std::error_code error;
    const fs::path real = fs::canonical(folder / path, error);
    if (!error && (real != fs::canonical(folder) / path || !fs::is_regular_file(real))) {
      throw Error(ErrorKind::Usage, "an attachment of " + folder.string() + " is no file of its own: " + attachment.path);
    }
    attachment.content = read_file(folder / path);
  }
}

int merge(const MergeOptions& options) {
  std::vector<results::Run> runs;
  for (const std::string& folder : options.folders) {
    runs.push_back(results::run_from_text(read_file(fs::path(folder) / "results.json")));
    for (results::Suite& suite : runs.back().suites) {
      for (results::Case& one : suite.cases) load_attachments(one, folder);
    }
  }
  const results::Run merged = reports::merge_runs(std::move(runs));
  const reports::ReportFiles files =
      reports::write_reports(merged, options.report_folder, {options.plain_junit});
  std::cout << "JUnit  " << files.junit.string() << "\nHTML   " << files.html.string() << std::endl;
  const bool good = merged.errors.empty() && results::count_totals(merged).failed == 0;
  return static_cast<int>(good ? ExitCode::Passed : ExitCode::Failed);
}

}  // namespace

void add_report_command(CLI::App& app, Action& action) {
  CLI::App* report = app.add_subcommand("report", "Work with the reports of earlier runs");
  report->require_subcommand(1);
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command = report->add_subcommand(
      "merge", "Join the reports of shards; the exit code is that of the whole run");
  command->add_option("folders", options->folders, "Where the shards wrote their reports")->required();
  command->add_option("--report-dir", options->report_folder, "Where the joined ones are written")
      ->capture_default_str();
  command->add_flag("--junit-plain", options->plain_junit,
                    "In JUnit, each attempt is a testcase of the same name");
  command->callback([options, &action] { action = [options] { return merge(*options); }; });
}

}  // namespace casement::runners
