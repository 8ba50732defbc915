#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "casement/runners/command.h"
#include "casement/runners/completion.h"
#include "casement/runners/one_of.h"

namespace casement::runners {

void add_completion_command(CLI::App& app, Action& action) {
  auto shell = std::make_shared<Shell>(Shell::Bash);
  CLI::App* command = app.add_subcommand("completion", "Print a shell's completion of this command");
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->transform(one_of<Shell>({{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}}));
  command->callback([shell, &app, &action] {
    action = [shell, &app] {
      std::cout << completion_script(app, *shell);
      return 0;
    };
  });
}

}  // namespace casement::runners
