#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/runners/command.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/flow_loading.h"

namespace casement::runners {
namespace {

int check(const std::vector<std::string>& paths, const FlowLoading& loading) {
  const std::vector<std::string> files = find_flow_files(paths);
  const LoadedFlows loaded = load_flows(files, loading);
  std::size_t cases = 0;
  for (const Flow& flow : loaded.flows) cases += flow.cases.size();
  if (loaded.bad > 0) {
    std::cerr << loaded.errors << (loaded.errors == 1 ? " error in " : " errors in ") << loaded.bad
              << " of " << files.size() << (files.size() == 1 ? " flow\n" : " flows\n");
    return static_cast<int>(ExitCode::Usage);
  }
  std::cout << files.size() << (files.size() == 1 ? " flow, " : " flows, ") << cases
            << (cases == 1 ? " case: no errors\n" : " cases: no errors\n");
  return 0;
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
  auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("check", "Find every authoring error, without a browser");
  command->add_option("flows", *paths, "Flow files, folders that hold *.flow.yaml, patterns");
  auto loading = std::make_shared<FlowLoading>();
  loading->with_sites = true;
  add_loading_options(*command, *loading);
  command->callback([=, &action] { action = [=] { return check(*paths, *loading); }; });
}

}  // namespace casement::runners
