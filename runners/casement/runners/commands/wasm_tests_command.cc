#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/process/interrupt.h"
#include "casement/reports/report_files.h"
#include "casement/runners/command.h"
#include "casement/runners/wasm_browser.h"
#include "casement/runners/wasm_report.h"
#include "casement/wasm/program_page.h"
#include "casement/wasm/test_list.h"

namespace casement::runners {
namespace {

namespace fs = std::filesystem;

struct WasmTestsOptions {
  std::string program;
  std::string framework;               // "" to find it in the program
  std::vector<std::string> arguments;  // of every test, after those that select it
  int timeout_seconds = 60;            // of a test
  std::string record_folder;
  std::string report_folder;
  std::string suite, test;
};

// A browser and the program in it.
class TestedProgram {
 public:
  explicit TestedProgram(const WasmTestsOptions& options)
      : options_(options),
        files_(wasm::read_program_files(options.program)),
        framework_(framework_of(options, files_)),
        browser_(browser_for_wasm(false)),
        interrupt_watch_([this](int) { browser_->kill(); }),
        page_(*browser_, files_, wasm::ProgramPage::Use::Together) {}

  wasm::Framework framework() const { return framework_; }
  std::string browser() const { return browser_->version(); }

  // Throws Error{Environment} if the program does not list its tests.
  std::vector<wasm::ListedTest> list() {
    WasmOutput output;
    const wasm::ProgramEnd end = run(wasm::arguments_to_list(framework_), output);
    std::vector<wasm::ListedTest> tests = wasm::read_test_list(framework_, output.output, output.error);
    if (end.kind == wasm::ProgramEnd::Kind::Exited && !tests.empty()) return tests;
    const std::string reason = end.reason.empty() ? "it lists no test" : end.reason;
    std::vector<std::string> trail = end.details;
    trail.push_back(output.error.substr(0, 2000));
    throw Error(ErrorKind::Environment, options_.program + " cannot list its tests: " + reason, std::move(trail));
  }

  wasm::ProgramEnd run(std::vector<std::string> arguments, WasmOutput& output) {
    wasm::ProgramCall call;
    call.arguments = std::move(arguments);
    call.timeout = std::chrono::seconds(options_.timeout_seconds);
    return page_.run(call, [&](wasm::Stream stream, std::string_view text) {
      keep_output(stream == wasm::Stream::Error ? output.error : output.output, text);
    });
  }

 private:
  static wasm::Framework framework_of(const WasmTestsOptions& options, const wasm::ProgramFiles& files) {
    return options.framework.empty() ? wasm::find_framework(files) : wasm::framework_named(options.framework);
  }

  const WasmTestsOptions& options_;
  const wasm::ProgramFiles files_;
  const wasm::Framework framework_;
  const std::unique_ptr<BrowserSession> browser_;
  const InterruptWatch interrupt_watch_;
  wasm::ProgramPage page_;
};

// A text as an argument of CMake that means itself.
std::string bracketed(const std::string& text) {
  std::string level = "=";
  while (text.find("]" + level + "]") != std::string::npos || text.ends_with("]" + level)) level += '=';
  return fmt::format("[{0}[{1}]{0}]", level, text);
}

// One call of CMake for each test; CasementListWasmTests.cmake defines the function.
int list_tests(const WasmTestsOptions& options) {
  TestedProgram program(options);
  const std::vector<wasm::ListedTest> tests = program.list();
  std::cout << "set(casement_framework " << wasm::name_of(program.framework()) << ")\n";
  for (const wasm::ListedTest& test : tests) {
    std::cout << "casement_wasm_test(" << bracketed(test.name) << ' ' << (test.is_disabled ? "ON" : "OFF");
    for (const std::string& argument : test.arguments) std::cout << ' ' << bracketed(argument);
    std::cout << ")\n";
  }
  return 0;
}

fs::path record_of(const WasmTestsOptions& options, const std::string& test) {
  return fs::path(options.record_folder) / (fmt::format("{:016x}", std::hash<std::string>()(test)) + ".json");
}

Json to_json(const wasm::ListedTest& test, const wasm::ProgramEnd& end, const WasmOutput& output,
             const std::string& browser) {
  return {{"test", test.name},       {"arguments", test.arguments},
          {"code", end.code},        {"reason", end.reason},
          {"details", end.details},  {"notes", end.notes},
          {"console", end.console},  {"milliseconds", end.milliseconds},
          {"output", output.output}, {"error", output.error},
          {"browser", browser},      {"skipped", end.kind == wasm::ProgramEnd::Kind::Skipped}};
}

// Runs every test in one page, and writes a record of each. A test that dies takes the page with it, and the next test
// gets a new page.
int run_together(const WasmTestsOptions& options) {
  std::error_code ignored;  // writing the first record reports the reason
  fs::remove_all(options.record_folder, ignored);
  fs::create_directories(options.record_folder, ignored);
  TestedProgram program(options);
  std::size_t failed = 0;
  const std::vector<wasm::ListedTest> tests = program.list();
  const auto began = Deadline::Clock::now();
  for (const wasm::ListedTest& test : tests) {
    if (test.is_disabled) continue;
    WasmOutput output;
    std::vector<std::string> arguments = test.arguments;
    arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
    wasm::ProgramEnd end = program.run(std::move(arguments), output);
    wasm::judge_test(program.framework(), output.output, end);
    failed += end.code != 0 ? 1 : 0;
    const fs::path file = record_of(options, test.name);
    const std::string text = dump_json(to_json(test, end, output, program.browser()));
    if (const std::error_code error = write_whole_file(file.string(), text)) {
      throw Error(ErrorKind::Environment, "cannot write " + file.string() + ": " + error.message());
    }
  }
  std::cout << fmt::format("{} tests in {:.0f} ms, {} failed\n", tests.size(), milliseconds_since(began), failed);
  return 0;  // each test reports its own failure
}

// Repeats the output and the exit code of a test that `run_together` has run.
int show_result(const WasmTestsOptions& options) {
  const fs::path file = record_of(options, options.test);
  const std::optional<std::string> text = read_whole_file(file.string());
  if (!text) {
    throw Error(ErrorKind::Environment, options.test + " was not run with the other tests",
                {"the test " + options.suite + ".together runs them; its output has the reason"});
  }
  const Json record = parse_json(*text);
  const WasmOutput output{record.at("output"), record.at("error")};
  wasm::ProgramEnd end;
  if (record.at("skipped")) end.kind = wasm::ProgramEnd::Kind::Skipped;
  end.code = record.at("code");
  end.reason = record.at("reason");
  end.details = record.at("details").get<std::vector<std::string>>();
  end.notes = record.at("notes").get<std::vector<std::string>>();
  end.console = record.at("console").get<std::vector<std::string>>();
  end.milliseconds = record.at("milliseconds");
  std::cout << output.output << std::flush;
  std::cerr << output.error << told_end(end) << std::flush;
  if (!options.report_folder.empty()) {
    const WasmCase one{options.suite, options.test, options.program,
                       record.at("arguments").get<std::vector<std::string>>()};
    reports::write_reports(wasm_run(one, end, output, record.at("browser")), options.report_folder);
  }
  return end.code;
}

using Work = int (*)(const WasmTestsOptions&);

// Hidden, because casement_discover_wasm_tests calls these commands for people.
void add_hidden(CLI::App& app, Action& action, const char* name, const char* help, Work work) {
  auto options = std::make_shared<WasmTestsOptions>();
  CLI::App* command = app.add_subcommand(name, help);
  command->group("");
  command->add_option("--framework", options->framework);
  command->add_option("--argument", options->arguments)->allow_extra_args(false);
  command->add_option("--timeout", options->timeout_seconds);
  command->add_option("--record", options->record_folder);
  command->add_option("--report-dir", options->report_folder);
  command->add_option("--suite", options->suite);
  command->add_option("--test", options->test);
  command->add_option("program", options->program)->required();
  command->callback([options, work, &action] { action = [options, work] { return work(*options); }; });
}

}  // namespace

void add_wasm_tests_commands(CLI::App& app, Action& action) {
  add_hidden(app, action, "wasm-tests", "Print the tests of a program as calls of CMake", list_tests);
  add_hidden(app, action, "wasm-together", "Run all tests of a program in one page", run_together);
  add_hidden(app, action, "wasm-result", "Repeat the result of a test that ran with the others", show_result);
}

}  // namespace casement::runners
