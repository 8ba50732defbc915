#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "casement/base/error.h"
#include "casement/process/interrupt.h"
#include "casement/runners/command.h"
#include "casement/reports/escape.h"
#include "casement/runners/version.h"

namespace casement::runners {
namespace {

int code(ExitCode exit_code) { return static_cast<int>(exit_code); }

void print_error(const Error& error) {
  // Authoring errors carry their place and say "error" themselves.
  const std::string text = error.full_text();
  const bool names_its_place = text.find(": error: ") != std::string::npos;
  std::cerr << (names_its_place ? "" : "casement: ") << reports::visible_lines(text) << '\n';
}

}  // namespace

int run_program(int argument_count, const char* const* arguments) {
  CLI::App app("Headless browser tests for C++ teams, at home in every frame", "casement");
  app.set_version_flag("--version", kVersionLine);
  app.require_subcommand(1);
  Action action;
  add_init_command(app, action);
  add_run_command(app, action);
  add_check_command(app, action);
  add_explain_command(app, action);
  add_schema_command(app, action);
  add_snapshot_command(app, action);
  add_frames_command(app, action);
  add_report_command(app, action);
  add_serve_command(app, action);
  add_ctest_command(app, action);
  add_browser_command(app, action);
  add_doctor_command(app, action);
  add_completion_command(app, action);
  app.footer("Exit codes: 0 passed, 1 failed, 2 usage or authoring, 3 environment, 4 internal, "
             "77 all skipped, 130 and 143 after SIGINT and SIGTERM.");
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {
    const int result = app.exit(error, std::cout, std::cerr);
    return result == 0 ? 0 : code(ExitCode::Usage);
  }
  int result = code(ExitCode::Internal);
  try {
    result = action();
  } catch (const Error& error) {
    if (InterruptWatch::exit_code() == 0) print_error(error);
    result = code(exit_code(error.kind()));
  } catch (const std::exception& error) {
    std::cerr << "casement: internal error: " << reports::visible_lines(error.what()) << '\n';
  }
  if (InterruptWatch::exit_code() != 0) return InterruptWatch::exit_code();
  // A full disk must not look like a short, good run.
  if (!std::cout.flush() && (result == 0 || result == 77)) {
    std::cerr << "casement: standard output could not be written whole\n";
    result = code(ExitCode::Environment);
  }
  return result;
}

}  // namespace casement::runners
