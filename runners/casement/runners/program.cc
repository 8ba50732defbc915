#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "casement/base/environment_variables.h"
#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/text.h"
#include "casement/process/interrupt.h"
#include "casement/reports/escape.h"
#include "casement/runners/colours.h"
#include "casement/runners/command.h"
#include "casement/runners/version.h"

namespace casement::runners {
namespace {

int code(ExitCode exit_code) {
  return static_cast<int>(exit_code);
}

void print_error(const Error& error) {
  // Authoring errors contain their place and the word "error".
  std::cerr << painted_diagnostic((error.place() ? "" : "casement: ") + reports::visible_lines(error.full_text()),
                                  has_colours(STDERR_FILENO))
            << '\n';
}

std::string meant(const std::string& word, const std::vector<std::string>& known) {
  const std::string nearest = nearest_word(word, known);
  return nearest.empty() ? "" : " (did you mean '" + nearest + "'?)";
}

// The commands below one: "; its commands are list and text".
std::string commands_in(const std::vector<std::string>& known) {
  if (known.size() < 2) return "";
  const std::vector<std::string> first(known.begin(), known.end() - 1);
  return "; its commands are " + join(first, ", ") + " and " + known.back();
}

// Returns the first word of the command line that is neither a command nor an option; "" if all words are known.
std::string unknown_word(const CLI::App& program, int count, const char* const* arguments) {
  const CLI::App* command = &program;
  std::string path = "casement";
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--") break;
    if (word.starts_with("--")) {
      std::vector<std::string> known;
      for (const CLI::Option* option : command->get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      }
      const std::string name = word.substr(0, word.find('='));
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      return path + " has no option " + reports::visible_line(shorten(name, 60)) + meant(name, known);
    }
    if (word.starts_with('-')) continue;
    std::vector<std::string> known;
    const CLI::App* next = nullptr;
    for (const CLI::App* one : command->get_subcommands(nullptr)) {
      if (one->get_name() == word) next = one;
      if (!one->get_group().empty()) known.push_back(one->get_name());
    }
    if (next == nullptr && known.empty()) continue;  // an argument
    if (next == nullptr) {
      const std::string hint = meant(word, known);
      return path + " has no command " + reports::visible_line(shorten(word, 60)) +
             (hint.empty() && path != "casement" ? commands_in(known) : hint);
    }
    command = next;
    path += " " + word;
  }
  return "";
}

// Adds --color to every command that does something, because no command's help would show an option of the program.
void add_colours(CLI::App& app) {
  const std::vector<CLI::App*> commands = app.get_subcommands(nullptr);
  for (CLI::App* command : commands) add_colours(*command);
  if (commands.empty()) add_colour_option(app);
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, int count, const char* const* arguments) {
  const auto is_of = [&](CLI::ExitCodes kind) { return error.get_exit_code() == static_cast<int>(kind); };
  const bool may_be_unknown = is_of(CLI::ExitCodes::ExtrasError) || is_of(CLI::ExitCodes::RequiredError);
  const std::string unknown = may_be_unknown ? unknown_word(app, count, arguments) : "";
  if (unknown.empty()) {
    const int result = app.exit(error, std::cout, std::cerr);
    return result == 0 ? 0 : code(ExitCode::Usage);
  }
  std::cerr << painted_diagnostic("casement: " + unknown, has_colours(STDERR_FILENO))
            << "\nRun with --help for more information.\n";
  return code(ExitCode::Usage);
}

// With a handler, a write beyond `ulimit -f` fails and is reported; without a handler, the signal ends the program.
// Child processes do not inherit a handler.
void survive_file_size_limit() {
  struct sigaction action{};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGXFSZ, &action, nullptr);
}

}  // namespace

int run_program(int argument_count, const char* const* arguments) {
  survive_file_size_limit();
  CLI::App app("Run headless browser tests of web pages and all their frames", "casement");
  app.set_version_flag("-v,--version", kVersionLine);
  app.require_subcommand(1);
  Action action;
  for (const auto add_command : kCommands) add_command(app, action);
  add_colours(app);
  app.footer(
      "Exit codes: 0 passed, 1 failed, 2 usage or authoring error, 3 environment error, 4 internal error, 77 all "
      "skipped, 130 after SIGINT, 143 after SIGTERM.");
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, argument_count, arguments);
  }
  for (const std::string& warning : tell_unknown_variables(environment_names())) {
    std::cerr << painted_diagnostic("casement: warning: " + reports::visible_line(warning), has_colours(STDERR_FILENO))
              << '\n';
  }
  int result = code(ExitCode::Internal);
  try {
    result = action();
  } catch (const Error& error) {
    if (InterruptWatch::exit_code() == 0) print_error(error);
    result = code(exit_code(error.kind()));
  } catch (const std::filesystem::filesystem_error& error) {
    print_error(file_system_error(error));
    result = code(ExitCode::Environment);
  } catch (const std::bad_alloc&) {
    print_error({ErrorKind::Environment, "not enough memory"});
    result = code(ExitCode::Environment);
  } catch (const std::exception& error) {
    std::cerr << "casement: internal error: " << reports::visible_lines(error.what()) << '\n';
  }
  if (InterruptWatch::exit_code() != 0) return InterruptWatch::exit_code();
  // A full disk must not look like a short, good run.
  if (!std::cout.flush() && (result == 0 || result == 77)) {
    std::cerr << "casement: cannot write to standard output; the output is incomplete\n";
    result = code(ExitCode::Environment);
  }
  return result;
}

}  // namespace casement::runners
