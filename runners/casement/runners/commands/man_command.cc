#include <CLI/CLI.hpp>
#include <iostream>

#include "casement/runners/command.h"
#include "casement/runners/manual_page.h"

namespace casement::runners {

void add_man_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page in the format of man(1)");
  command->callback([&] {
    action = [&app] {
      std::cout << manual_page(app);
      return 0;
    };
  });
}

}  // namespace casement::runners
