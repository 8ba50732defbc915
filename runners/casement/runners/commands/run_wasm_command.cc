#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/process/interrupt.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_files.h"
#include "casement/runners/command.h"
#include "casement/runners/number_range.h"
#include "casement/runners/wasm_browser.h"
#include "casement/runners/wasm_report.h"
#include "casement/wasm/program_page.h"
#include "casement/wasm/test_list.h"

namespace casement::runners {
namespace {

struct RunWasmOptions {
  double timeout_seconds = 60;
  double most_output_megabytes = 100;
  bool headed = false;
  bool no_isolation = false;
  std::string report_folder;
  std::string suite, test;  // names in the report
  std::string framework;    // of the program, if it runs one test: gtest, catch2, catch3, doctest, boost
};

// The words after the options: the program, and its arguments after an optional "--".
struct CalledProgram {
  std::string path;
  std::vector<std::string> arguments;
};

CalledProgram called_program(const std::vector<std::string>& words) {
  if (words.empty()) throw Error(ErrorKind::Usage, "run-wasm needs a program: casement run-wasm program.js");
  if (words.front().starts_with('-') && words.front() != "-") {
    throw Error(ErrorKind::Usage, "run-wasm has no option " + words.front(),
                {"options of the program stand after its name: casement run-wasm program.js " + words.front()});
  }
  std::size_t first = 1;
  if (words.size() > 1 && words[1] == "--") first = 2;
  return {words.front(), {words.begin() + static_cast<std::ptrdiff_t>(first), words.end()}};
}

WasmCase case_of(const RunWasmOptions& options, const CalledProgram& called) {
  const std::string stem = std::filesystem::path(called.path).stem().string();
  std::string arguments;
  for (const std::string& argument : called.arguments) arguments += (arguments.empty() ? "" : " ") + argument;
  if (arguments.empty()) arguments = stem;
  return {options.suite.empty() ? stem : options.suite, options.test.empty() ? arguments : options.test, called.path,
          called.arguments};
}

int run_wasm(const RunWasmOptions& options, const std::vector<std::string>& words) {
  const CalledProgram called = called_program(words);
  wasm::ProgramFiles program = wasm::read_program_files(called.path);
  const WasmCase one = case_of(options, called);
  std::optional<wasm::Framework> framework;
  if (!options.framework.empty()) framework = wasm::framework_named(options.framework);
  const wasm::ProgramEnd not_ended{.code = 1, .reason = "the program did not end"};
  if (!options.report_folder.empty()) {
    reports::begin_reports(wasm_run(one, not_ended, {}, ""), options.report_folder);
  }
  const auto browser = browser_for_wasm(options.headed);
  if (!browser->note().empty()) std::cerr << "casement: " << reports::visible_line(browser->note()) << '\n';
  const InterruptWatch interrupt_watch([&](int) { browser->kill(); });
  WasmOutput kept;
  const auto print = [&](wasm::Stream stream, std::string_view text) {
    std::FILE* const file = stream == wasm::Stream::Error ? stderr : stdout;
    std::fwrite(text.data(), 1, text.size(), file);
    std::fflush(file);
    keep_output(stream == wasm::Stream::Error ? kept.error : kept.output, text);
  };
  const wasm::ProgramCall call{.arguments = called.arguments,
                               .timeout = Milliseconds(static_cast<Milliseconds::rep>(options.timeout_seconds * 1000)),
                               .most_output = static_cast<std::size_t>(options.most_output_megabytes * 1'000'000)};
  wasm::ProgramEnd end =
      wasm::ProgramPage(*browser, std::move(program), wasm::ProgramPage::Use::Once, !options.no_isolation)
          .run(call, print);
  if (framework) wasm::judge_test(*framework, kept.output, end);
  std::cerr << told_end(end) << std::flush;
  if (!options.report_folder.empty()) {
    reports::write_reports(wasm_run(one, end, kept, browser->version()), options.report_folder);
  }
  return end.code;
}

}  // namespace

void add_run_wasm_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunWasmOptions>();
  CLI::App* command = app.add_subcommand(
      "run-wasm", "Run a C++ program that Emscripten compiled to WebAssembly, in a page, and return its exit code");
  command->footer("casement run-wasm [OPTIONS] program.js [--] [ARGUMENTS OF THE PROGRAM]");
  // The program's own options are not this command's.
  command->prefix_command();
  take_seconds(command->add_option("--timeout", options->timeout_seconds,
                                   "Stop the program after this many seconds; the exit code is then 124"),
               0.001, 1e6)
      ->capture_default_str();
  take_range(command->add_option("--max-output", options->most_output_megabytes,
                                 "Print at most this many megabytes of each stream, and count the rest"),
             0.001, 1e6)
      ->capture_default_str();
  command->add_option("--report-dir", options->report_folder, "Write index.html, junit.xml and results.json here");
  command->add_flag("--headed", options->headed, "Show the browser's window");
  command->add_flag("--no-isolation", options->no_isolation, "Serve the page without the headers that threads need");
  command->add_option("--suite", options->suite, "Name the test's suite in the report");
  command->add_option("--test", options->test, "Name the test in the report");
  // For casement_discover_wasm_tests.
  command->add_option("--framework", options->framework)->group("");
  command->callback([options, command, &action] {
    const std::vector<std::string> words = command->remaining();
    action = [options, words] { return run_wasm(*options, words); };
  });
}

}  // namespace casement::runners
