#include <CLI/CLI.hpp>
#include <iostream>

#include "casement/flow/flow_schema.h"
#include "casement/runners/command.h"

namespace casement::runners {

void add_schema_command(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("schema", "Print the JSON Schema of flows, for editors to complete by");
  command->callback([&action] {
    action = [] {
      std::cout << flow_schema() << std::flush;
      return 0;
    };
  });
}

}  // namespace casement::runners
