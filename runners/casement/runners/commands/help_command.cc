#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/reports/escape.h"
#include "casement/runners/command.h"

namespace casement::runners {
namespace {

std::vector<std::string> names_below(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* one : app.get_subcommands(nullptr)) {
    if (!one->get_group().empty()) names.push_back(one->get_name());
  }
  return names;
}

// Prints the same text as `casement WORDS --help`.
int help(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  std::string path = "casement";
  for (const std::string& word : words) {
    const CLI::App* next = nullptr;
    for (const CLI::App* one : command->get_subcommands(nullptr)) {
      if (one->get_name() == word) next = one;
    }
    if (next == nullptr) {
      const std::string nearest = nearest_word(word, names_below(*command));
      throw Error(ErrorKind::Usage, path + " has no command " + reports::visible_line(shorten(word, 60)) +
                                        (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"));
    }
    command = next;
    path += ' ' + word;
  }
  // App::help would describe the running command, which is `help`.
  std::cout << command->get_formatter()->make_help(command, path, CLI::AppFormatMode::Normal);
  return 0;
}

}  // namespace

void add_help_command(CLI::App& app, Action& action) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("help", "Show help for a command");
  command->add_option("command", *words, "Which")->type_name(join(names_below(app), "|"));
  command->callback([words, &app, &action] { action = [words, &app] { return help(app, *words); }; });
}

}  // namespace casement::runners
