#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <memory>

#include "casement/runners/command.h"
#include "casement/runners/completion.h"

namespace casement::runners {

void add_completion_command(CLI::App& app, Action& action) {
  static const std::map<std::string, Shell> shells{
      {"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}};
  auto shell = std::make_shared<Shell>(Shell::Bash);
  CLI::App* command = app.add_subcommand("completion", "Print a shell's completion of this command");
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->transform(CLI::CheckedTransformer(shells).description("bash|zsh|fish"));
  command->callback([shell, &app, &action] {
    action = [shell, &app] {
      std::cout << completion_script(app, *shell);
      return 0;
    };
  });
}

}  // namespace casement::runners
