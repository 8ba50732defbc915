#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/base/private_file.h"
#include "casement/base/system_message.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_files.h"
#include "casement/reports/trace_export.h"
#include "casement/reports/trace_text.h"
#include "casement/results/results_json.h"
#include "casement/runners/command.h"

namespace casement::runners {
namespace {

namespace fs = std::filesystem;

using reports::TraceText;

struct TraceOptions {
  std::string file;
  std::vector<std::string> files;  // of a command that prints several traces
  std::string archive;
  std::string target;
  std::size_t step = 0;
  std::size_t request = 0;
  bool before = false;

  TraceText::Moment moment() const { return before ? TraceText::Moment::Before : TraceText::Moment::After; }
};

std::optional<reports::ReportFiles> report_in(const fs::path& folder) {
  const std::optional<std::string> results = read_whole_file((folder / "results.json").string());
  if (!results) return std::nullopt;
  reports::ReportFiles files;
  files.results = folder / "results.json";
  files.run = results::run_from_text(*results);
  return files;
}

// The report of a folder, or the reports of its subfolders, in the order of their names: each program of a team writes
// a report of its own.
std::vector<reports::ReportFiles> reports_in(const fs::path& folder) {
  if (std::optional<reports::ReportFiles> own = report_in(folder)) return {*std::move(own)};
  std::vector<fs::path> below;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (is_folder(entry.path().string())) below.push_back(entry.path());
  }
  std::ranges::sort(below);
  std::vector<reports::ReportFiles> all;
  for (const fs::path& one : below) {
    if (std::optional<reports::ReportFiles> report = report_in(one)) all.push_back(*std::move(report));
  }
  if (all.empty()) {
    throw Error(ErrorKind::Usage, folder.string() +
                                      " is a folder without a report: neither it nor a folder in it has "
                                      "a results.json");
  }
  return all;
}

// The traces of the failed cases in a folder's reports, or of all cases if no failed case has one.
std::vector<fs::path> traces_of_reports(const fs::path& folder) {
  const std::vector<reports::ReportFiles> all = reports_in(folder);
  std::vector<fs::path> failed, traces;
  for (const reports::ReportFiles& report : all) {
    std::ranges::move(report.traces_of_failed(), std::back_inserter(failed));
    std::ranges::move(report.traces(), std::back_inserter(traces));
  }
  return failed.empty() ? traces : failed;
}

// The trace itself, or the traces of a report's folder.
std::vector<fs::path> traces_of(const std::string& path) {
  if (!is_folder(path)) return {path};
  std::vector<fs::path> traces = traces_of_reports(path);
  if (traces.empty()) {
    throw Error(ErrorKind::Usage, "no case of the reports in " + path + " has a trace",
                {"only failed cases have one by default; --trace always keeps one for each case"});
  }
  return traces;
}

std::string trace_file(const std::string& path) {
  const std::vector<fs::path> traces = traces_of(path);
  if (traces.size() == 1) return traces.front().string();
  std::vector<std::string> names;
  for (const fs::path& trace : traces) names.push_back(reports::visible_line(trace.string()));
  throw Error(ErrorKind::Usage, fmt::format("the reports in {} have {} traces; name one of them", path, traces.size()),
              std::move(names));
}

std::string read_page(const std::string& file) {
  const std::optional<std::string> page = read_whole_file(file);
  if (!page) throw Error(ErrorKind::Usage, "there is no trace " + file);
  return *page;
}

int print_trace(const TraceOptions& options, const std::function<std::string(const TraceText&)>& text) {
  std::cout << text(TraceText(read_page(trace_file(options.file)))) << std::flush;
  return 0;
}

// Prints the name of each trace before its text, if there are several.
int print_traces(const TraceOptions& options, const std::function<std::string(const TraceText&)>& text) {
  std::vector<fs::path> traces;
  for (const std::string& path : options.files) {
    for (fs::path& trace : traces_of(path)) traces.push_back(std::move(trace));
  }
  for (const fs::path& trace : traces) {
    const std::string printed = text(TraceText(read_page(trace.string())));
    if (traces.size() > 1)
      std::cout << (&trace == &traces.front() ? "" : "\n") << reports::visible_line(trace.string()) << '\n';
    std::cout << printed;
  }
  std::cout << std::flush;
  return 0;
}

int export_trace(const TraceOptions& options) {
  if (!options.archive.ends_with(".zip")) {  // Playwright reads no other name
    throw Error(ErrorKind::Usage, "the archive's name does not end with .zip: " + options.archive);
  }
  const std::string archive = reports::playwright_trace(read_page(trace_file(options.file)));
  if (const std::error_code error = write_private_file(options.archive, archive)) {
    throw Error(ErrorKind::Environment, "cannot write the archive " + options.archive + ": " + system_message(error));
  }
  std::cout << "wrote " << reports::visible_line(options.archive) << std::endl;
  return 0;
}

}  // namespace

void add_trace_command(CLI::App& app, Action& action) {
  CLI::App* trace = app.add_subcommand("trace", "Print what a trace recorded of a case");
  trace->require_subcommand(1);
  auto options = std::make_shared<TraceOptions>();
  const auto add_file = [&](CLI::App* command) {
    command
        ->add_option(
            "file", options->file,
            "The trace: NAME-trace.html in the attachments of a report, or the folder of a report with one trace")
        ->required();
  };
  const auto add = [&](const char* name, const char* what, std::string (*text)(const TraceText&, const TraceOptions&)) {
    CLI::App* made = trace->add_subcommand(name, what);
    add_file(made);
    made->callback([options, text, &action] {
      action = [options, text] {
        return print_trace(*options, [&](const TraceText& read) { return text(read, *options); });
      };
    });
    return made;
  };
  const auto add_for_several = [&](const char* name, const char* what,
                                   std::string (*text)(const TraceText&, const TraceOptions&)) {
    CLI::App* made = trace->add_subcommand(name, what);
    made->add_option(
            "file", options->files,
            "The traces: NAME-trace.html in the attachments of a report, or a folder with one or several reports")
        ->required();
    made->callback([options, text, &action] {
      action = [options, text] {
        return print_traces(*options, [&](const TraceText& read) { return text(read, *options); });
      };
    });
    return made;
  };
  const auto add_step = [&](CLI::App* command) {
    command->add_option("step", options->step, "The number of the step; default: the failed step, or the last");
    return command;
  };
  const auto add_moment = [&](CLI::App* command) {
    command->add_flag("--before", options->before, "Print the page before the step, not after it");
  };
  add_for_several("list", "Print the steps with their numbers",
                  [](const TraceText& read, const TraceOptions& given) {
                    return given.target.empty() ? read.list() : read.list(given.target);
                  })
      ->add_option("--target", options->target,
                   "Also print the elements that match this target after each step; * marks changes");
  add_step(add("step", "Print the facts of a step",
               [](const TraceText& read, const TraceOptions& given) { return read.step(given.step); }));
  add_moment(add_step(
      add("dom", "Print the DOM of all frames at a step",
          [](const TraceText& read, const TraceOptions& given) { return read.dom(given.step, given.moment()); })));
  add_moment(add_step(add("text", "Print the snapshot at a step", [](const TraceText& read, const TraceOptions& given) {
    return read.text(given.step, given.moment());
  })));
  add_for_several("network", "Print the requests of the pages",
                  [](const TraceText& read, const TraceOptions&) { return read.network(); });
  add("request", "Print the headers and the bodies of a request",
      [](const TraceText& read, const TraceOptions& given) { return read.request(given.request); })
      ->add_option("request", options->request, "The number of the request, as `casement trace network` prints it")
      ->required();
  const auto add_lines = [&](const char* name, const char* what,
                             std::string (*text)(const TraceText&, const TraceOptions&)) {
    add(name, what, text)->add_option("step", options->step, "The number of the step; default: all steps");
  };
  add_lines("console", "Print what the pages wrote to the console, by step",
            [](const TraceText& read, const TraceOptions& given) { return read.console(given.step); });
  add_lines("server", "Print what servers and other programs printed, by step",
            [](const TraceText& read, const TraceOptions& given) { return read.server(given.step); });
  add_for_several("errors", "Print why the case failed",
                  [](const TraceText& read, const TraceOptions&) { return read.errors(); });
  CLI::App* made =
      trace->add_subcommand("export", "Write the trace as an archive that Playwright's trace viewer reads");
  add_file(made);
  made->add_option("archive", options->archive, "The archive to write: NAME.zip. An existing file is replaced")
      ->required();
  made->callback([options, &action] { action = [options] { return export_trace(*options); }; });
}

}  // namespace casement::runners
