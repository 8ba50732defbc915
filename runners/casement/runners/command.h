// The subcommands of the runner: each adds its options to the command line, and runs.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace casement::runners {

// Set by the chosen subcommand, and called once after parsing; returns the exit code.
using Action = std::function<int()>;

void add_init_command(CLI::App& app, Action& action);
void add_run_command(CLI::App& app, Action& action);
void add_run_wasm_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_explain_command(CLI::App& app, Action& action);
void add_schema_command(CLI::App& app, Action& action);
void add_snapshot_command(CLI::App& app, Action& action);
void add_dom_command(CLI::App& app, Action& action);
void add_frames_command(CLI::App& app, Action& action);
void add_report_command(CLI::App& app, Action& action);
void add_trace_command(CLI::App& app, Action& action);
void add_serve_command(CLI::App& app, Action& action);
void add_wasm_tests_commands(CLI::App& app, Action& action);
void add_ctest_command(CLI::App& app, Action& action);
void add_browser_command(CLI::App& app, Action& action);
void add_server_command(CLI::App& app, Action& action);
void add_mcp_command(CLI::App& app, Action& action);
void add_doctor_command(CLI::App& app, Action& action);
void add_completion_command(CLI::App& app, Action& action);
void add_man_command(CLI::App& app, Action& action);
void add_help_command(CLI::App& app, Action& action);

// The commands in the order of --help. The last command must know the names of all others.
inline constexpr void (*kCommands[])(CLI::App&, Action&) = {
    add_init_command,   add_run_command,      add_run_wasm_command, add_check_command,       add_explain_command,
    add_schema_command, add_snapshot_command, add_dom_command,      add_frames_command,      add_report_command,
    add_trace_command,  add_serve_command,    add_ctest_command,    add_wasm_tests_commands, add_browser_command,
    add_server_command, add_mcp_command,      add_doctor_command,   add_completion_command,  add_man_command,
    add_help_command,
};

// Runs the whole program: parses, runs, and turns an Error into a message on standard error and an exit code. A signal
// leads to exit code 130 or 143.
int run_program(int argument_count, const char* const* arguments);

}  // namespace casement::runners
