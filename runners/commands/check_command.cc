#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/flow_loader.h"
#include "casement/reports/escape.h"
#include "casement/runners/command.h"
#include "casement/runners/flow_files.h"

namespace casement::runners {
namespace {

int check(const std::vector<std::string>& paths) {
  std::size_t cases = 0, bad = 0;
  const std::vector<std::string> files = find_flow_files(paths);
  for (const std::string& file : files) {
    try {
      cases += load_flow(file).cases.size();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Authoring) throw;
      std::cerr << reports::visible_lines(error.full_text()) << '\n';
      ++bad;
    }
  }
  if (bad > 0) return static_cast<int>(ExitCode::Usage);
  std::cout << files.size() << (files.size() == 1 ? " flow, " : " flows, ") << cases
            << (cases == 1 ? " case: no errors\n" : " cases: no errors\n");
  return 0;
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
  auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("check", "Find every authoring error, without a browser");
  command->add_option("flows", *paths, "Flow files, or folders that hold *.flow.yaml")->required();
  command->callback([paths, &action] { action = [paths] { return check(*paths); }; });
}

}  // namespace casement::runners
