#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/reports/escape.h"
#include "casement/runners/command.h"
#include "casement/runners/ctest_script.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/flow_loading.h"
#include "casement/runners/project_files.h"

namespace casement::runners {
namespace {

void print(const AuthoringErrors& errors) {
  for (const Error& error : errors.sorted())
    std::cerr << "Casement: " << reports::visible_lines(error.full_text()) << '\n';
}

int print_script(CtestOptions options, const std::vector<std::string>& paths) {
  options.runner = std::filesystem::read_symlink("/proc/self/exe").string();
  // Flows see these variables when they run, so a flow that gets a value only from here is not invalid.
  for (const std::string& variable : options.environment) {
    const std::size_t end = std::min(variable.find('='), variable.size() - 1);
    ::setenv(variable.substr(0, end).c_str(), variable.substr(end + 1).c_str(), 1);
  }
  FlowLoading loading;
  loading.variables = options.variables;
  loading.files_may_come = true;  // tests that run before may write them
  LoadOptions load_options = load_options_of(loading);
  const char* const environment = std::getenv("CASEMENT_ENV");
  ProjectFiles projects(environment == nullptr ? "" : environment, {}, load_options.variables);
  CtestScript script(std::move(options));
  std::vector<Flow> flows;
  bool is_any_bad = false;
  const auto project_of = [&](const std::string& file) -> const ProjectFiles::Variants& {
    AuthoringErrors errors;  // errors in casement.yaml, the first time
    const ProjectFiles::Variants& variants = projects.of_flow(file, errors);
    print(errors);
    return variants;
  };
  const auto add = [&](const std::string& file, TestRole role) {
    AuthoringErrors errors;
    const ProjectFiles::Variants& variants = project_of(file);
    const std::size_t good = flows.size();
    for (const auto& project : variants) {
      load_options.project = project;
      if (std::optional<Flow> flow = load_flow(file, load_options, errors)) flows.push_back(*std::move(flow));
    }
    if (variants.empty() || !errors.empty()) {
      print(errors);
      script.add_bad_flow(file, variants.empty() ? nullptr : variants.front().get(), role);
      is_any_bad = true;
      flows.resize(good);
    }
    for (std::size_t i = good; i < flows.size(); ++i) script.add_flow(flows[i], role);
  };
  std::map<std::string, std::shared_ptr<const Project>> with_flows_around;  // by file
  for (const std::string& file : find_flow_files(paths)) {
    const ProjectFiles::Variants& variants = project_of(file);
    const std::shared_ptr<const Project> project = variants.empty() ? nullptr : variants.front();
    if (has_flows_around(project.get())) with_flows_around.emplace(project->file, project);
    if (project == nullptr || !is_flow_around(*project, file)) add(file, TestRole::Test);
  }
  for (const auto& [file, project] : with_flows_around) {
    script.begin_flows_around(file);
    for (const std::string& flow : project->set_up) add(flow, TestRole::SetUp);
    for (const std::string& flow : project->tear_down) add(flow, TestRole::TearDown);
    script.end_flows_around();
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
  CLI::App* command = app.add_subcommand("ctest-script", "Print a CMake script that adds flows as tests to ctest");
  command->group("");  // hidden, because casement_add_flows calls this command for people
  command->add_option("--name", options->name);
  command->add_option("--label", options->labels)->allow_extra_args(false);
  command->add_option("--timeout", options->timeout_seconds);
  command->add_option("--processors", options->processors);
  command->add_option("--environment", options->environment)->allow_extra_args(false);
  command->add_option("--fixture", options->fixtures)->allow_extra_args(false);
  // A value may be a list of CMake, or any other text.
  command->add_option("--property", options->properties)->allow_extra_args(false);
  command->add_option("--var", options->variables)->allow_extra_args(false);
  command->add_option("--working-directory", options->working_directory);
  command->add_option("--report-dir", options->report_folder);
  command->add_option("flows", *paths)->required();
  command->callback(
      [options, paths, &action] { action = [options, paths] { return print_script(*options, *paths); }; });
}

}  // namespace casement::runners
