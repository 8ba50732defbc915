#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/load/project_reader.h"
#include "casement/runners/command.h"
#include "casement/runners/completion.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/flow_loading.h"
#include "casement/runners/one_of.h"

namespace casement::runners {
namespace {

enum class Names { Case, Tag, Env, Project };

// Returns names from the flows' casement.yaml, in its order.
std::vector<std::string> names_of_project(Names which, const std::vector<std::string>& flows) {
  const std::filesystem::path folder = flows.empty() ? "." : std::filesystem::path(flows.front()).parent_path();
  const std::optional<std::string> path = find_project_file(folder);
  if (!path) return {};
  AuthoringErrors errors;
  const std::optional<ProjectFile> file = read_project(*path, errors);
  if (!file) return {};
  return which == Names::Env ? file->environments : file->projects;
}

std::vector<std::string> names_of_cases(Names which, const std::vector<std::string>& flows) {
  FlowLoading loading;
  if (const char* const environment = std::getenv("CASEMENT_ENV")) loading.environment = environment;
  std::set<std::string> names;
  for (const Flow& flow : read_flows(flows, loading).flows) {
    for (const FlowCase& one : flow.cases) {
      if (which == Names::Case)
        names.insert(one.name);
      else
        names.insert(one.tags.begin(), one.tags.end());
    }
  }
  return {names.begin(), names.end()};
}

int print_names(Names which, const std::vector<std::string>& paths) {
  std::vector<std::string> flows;
  try {
    flows = find_flow_files(paths);
  } catch (const Error&) {
    if (which == Names::Case || which == Names::Tag) throw;  // casement.yaml may exist without flows
  }
  const bool is_of_project = which == Names::Env || which == Names::Project;
  for (const std::string& name : is_of_project ? names_of_project(which, flows) : names_of_cases(which, flows)) {
    std::cout << name << '\n';
  }
  return 0;
}

}  // namespace

void add_completion_command(CLI::App& app, Action& action) {
  auto shell = std::make_shared<Shell>(Shell::Bash);
  CLI::App* command = app.add_subcommand("completion", "Print a shell completion script for this program");
  command->add_option("shell", *shell, "Print the script for this shell: bash, zsh or fish")
      ->required()
      ->transform(one_of<Shell>({{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}}));
  command->callback([shell, &app, &action] {
    action = [shell, &app] {
      std::cout << completion_script(app, *shell);
      return 0;
    };
  });

  auto which = std::make_shared<Names>(Names::Case);
  auto flows = std::make_shared<std::vector<std::string>>();
  CLI::App* names = app.add_subcommand("known-names", "Print the possible values of an option, one per line");
  names->group("");  // completion scripts call this command
  names->add_option("which", *which)
      ->required()
      ->transform(one_of<Names>(
          {{"case", Names::Case}, {"tag", Names::Tag}, {"env", Names::Env}, {"project", Names::Project}}));
  names->add_option("flows", *flows);
  names->callback([which, flows, &action] { action = [which, flows] { return print_names(*which, *flows); }; });
}

}  // namespace casement::runners
