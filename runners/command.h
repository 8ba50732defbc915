// One subcommand of the runner: it adds its options to the command line, and runs.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace casement::runners {

// Set by the subcommand that was chosen, called once after parsing; returns the exit code.
using Action = std::function<int()>;

void add_run_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_explain_command(CLI::App& app, Action& action);
void add_schema_command(CLI::App& app, Action& action);
void add_snapshot_command(CLI::App& app, Action& action);
void add_frames_command(CLI::App& app, Action& action);
void add_init_command(CLI::App& app, Action& action);
void add_report_command(CLI::App& app, Action& action);
void add_completion_command(CLI::App& app, Action& action);
void add_doctor_command(CLI::App& app, Action& action);
void add_serve_command(CLI::App& app, Action& action);
void add_ctest_command(CLI::App& app, Action& action);
void add_browser_command(CLI::App& app, Action& action);
void add_server_command(CLI::App& app, Action& action);
void add_man_command(CLI::App& app, Action& action);
// After all others, whose names it knows.
void add_help_command(CLI::App& app, Action& action);

// The whole program: parses, runs, turns an Error into one message on standard error and its exit
// code. A signal makes it 130 or 143.
int run_program(int argument_count, const char* const* arguments);

}  // namespace casement::runners
