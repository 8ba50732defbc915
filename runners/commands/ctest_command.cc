#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/flow_loader.h"
#include "casement/reports/escape.h"
#include "casement/runners/command.h"
#include "casement/runners/ctest_script.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/flow_loading.h"

namespace casement::runners {
namespace {

int print_script(CtestOptions options, const std::vector<std::string>& paths) {
  options.runner = std::filesystem::read_symlink("/proc/self/exe").string();
  FlowLoading loading;
  loading.variables = options.variables;
  const LoadOptions load_options{variables_of(loading)};
  CtestScript script(std::move(options));
  std::vector<Flow> flows;
  bool is_any_bad = false;
  for (const std::string& file : find_flow_files(paths)) {
    try {
      flows.push_back(load_flow(file, load_options));
      script.add_flow(flows.back());
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Authoring) throw;
      script.add_bad_flow(file);
      is_any_bad = true;
    }
  }
  if (!is_any_bad) require_declared(flows, load_options.variables);
  for (const std::string& warning : script.warnings()) {
    std::cerr << "Casement: warning: " << reports::visible_line(warning) << '\n';
  }
  std::cout << script.text() << std::flush;
  return 0;
}

}  // namespace

void add_ctest_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<CtestOptions>();
  auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("ctest-script", "Print flows as tests for ctest to include");
  command->group("");  // casement_add_flows calls it; people use that
  command->add_option("--name", options->name);
  command->add_option("--label", options->labels)->allow_extra_args(false);
  command->add_option("--timeout", options->timeout_seconds);
  command->add_option("--processors", options->processors);
  command->add_option("--environment", options->environment)->allow_extra_args(false);
  command->add_option("--fixture", options->fixture);
  command->add_option("--var", options->variables)->allow_extra_args(false);
  command->add_option("--working-directory", options->working_directory);
  command->add_option("--report-dir", options->report_folder);
  command->add_option("flows", *paths)->required();
  command->callback([options, paths, &action] {
    action = [options, paths] { return print_script(*options, *paths); };
  });
}

}  // namespace casement::runners
