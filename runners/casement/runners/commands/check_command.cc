#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "casement/base/environment_variables.h"
#include "casement/base/error.h"
#include "casement/flow/load/old_keys.h"
#include "casement/flow/load/project_reader.h"
#include "casement/flow/load/short_secrets.h"
#include "casement/flow/load/unserved_hosts.h"
#include "casement/flow/model/foreign_variables.h"
#include "casement/reports/escape.h"
#include "casement/reports/github.h"
#include "casement/reports/report_text.h"
#include "casement/runners/colours.h"
#include "casement/runners/command.h"
#include "casement/runners/flow_files.h"
#include "casement/runners/flow_loading.h"
#include "casement/runners/flow_problem.h"
#include "casement/runners/one_of.h"
#include "casement/runners/run_options.h"
#include "casement/site/site_config.h"
#include "casement/site/site_folder.h"

namespace casement::runners {
namespace {

constexpr int kFormat = 1;  // version of the JSON; changes if a key is removed or changes its meaning

enum class CheckReporter { Console, Json, Github };

struct CheckOptions {
  std::vector<std::string> paths;
  FlowLoading loading;
  std::vector<std::string> step_lists;
  CheckReporter reporter = CheckReporter::Console;
  bool json = false;
};

struct Checked {
  std::size_t projects = 0, flows = 0, bad = 0, cases = 0, errors = 0;
  std::vector<FlowProblem> problems;
  std::size_t warnings() const { return problems.size() - errors; }
};

bool is_project_file(const std::string& path) {
  return std::filesystem::path(path).filename() == kProjectFile;
}

// Uses the environment and the projects that a run would have.
void choose_for_check(const ProjectFile& file, const FlowLoading& loading, AuthoringErrors& errors) {
  const FlowVariables variables = variables_of(loading);
  choose_project(file, {loading.environment, "", variables}, errors);
  for (const std::string& name : loading.projects.empty() ? file.projects : loading.projects) {
    choose_project(file, {loading.environment, name, variables}, errors);
  }
}

// The errors in site.yaml of the sites that the flows name, each site once.
std::vector<Error> errors_of_sites(const std::vector<Flow>& flows) {
  std::set<std::filesystem::path> known;
  std::vector<Error> errors;
  for (const Flow& flow : flows) {
    if (flow.site.empty()) continue;
    try {
      const auto folder = find_site_folder(flow.site, std::filesystem::path(flow.file).parent_path());
      if (known.insert(folder).second) site::load_site_config(folder);
    } catch (const Error& error) {
      errors.push_back(error);
    }
  }
  return errors;
}

// Reads casement.yaml files among the paths as projects, and all other paths as flows; without paths, the folder's
// flows.
Checked check_all(const CheckOptions& options) {
  std::vector<std::string> paths = options.paths;
  const auto flows_end = std::stable_partition(paths.begin(), paths.end(), std::not_fn(is_project_file));
  Checked checked;
  for (auto one = flows_end; one != paths.end(); ++one) {
    AuthoringErrors errors;
    const std::optional<ProjectFile> file = read_project(*one, errors);
    if (file) choose_for_check(*file, options.loading, errors);
    ++checked.projects;
    checked.bad += errors.empty() ? 0 : 1;
    for (const Error& error : errors.sorted()) checked.problems.push_back(problem_of(error));
  }
  const bool has_flows = flows_end != paths.begin() || paths.empty();
  paths.erase(flows_end, paths.end());
  const std::vector<std::string> files = has_flows ? find_flow_files(paths) : std::vector<std::string>();
  const LoadedFlows loaded = read_flows(files, options.loading);
  checked.flows = files.size();
  checked.bad += loaded.bad;
  for (const Error& error : loaded.problems) checked.problems.push_back(problem_of(error));
  for (const Error& error : errors_of_sites(loaded.flows)) {
    checked.problems.push_back(problem_of(error));
    ++checked.bad;
  }
  checked.errors = checked.problems.size();
  for (const Flow& flow : loaded.flows) {
    checked.cases += flow.cases.size();
    for (std::vector<FlowRemark> remarks :
         {unserved_hosts(flow), foreign_variables(flow), old_keys(flow), short_secrets(flow)}) {
      for (FlowRemark& one : remarks) {
        FlowProblem warning = warning_at(std::move(one.where), std::move(one.message), std::move(one.hint));
        // A line of casement.yaml concerns each flow.
        const auto is_told =
            std::ranges::any_of(checked.problems, [&](const FlowProblem& told) { return told.shown == warning.shown; });
        if (!is_told) checked.problems.push_back(std::move(warning));
      }
    }
  }
  return checked;
}

void print_json(const Checked& checked) {
  nlohmann::ordered_json json{{"format", kFormat},
                              {"projects", checked.projects},
                              {"flows", checked.flows},
                              {"cases", checked.cases},
                              {"errors", checked.errors},
                              {"warnings", checked.warnings()},
                              {"problems", nlohmann::ordered_json::array()}};
  for (const FlowProblem& problem : checked.problems) json["problems"].push_back(to_json(problem));
  std::cout << json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

void print_for_people(const Checked& checked) {
  const bool colours = has_colours(STDERR_FILENO);
  for (const FlowProblem& problem : checked.problems) {
    std::cerr << painted_diagnostic(reports::visible_lines(problem.shown), colours) << '\n';
  }
  const std::string warnings = checked.warnings() == 0 ? "" : ", " + reports::counted(checked.warnings(), "warning");
  const std::string flows = reports::counted(checked.flows, "flow");
  const std::string files = checked.projects == 0 ? flows
                            : checked.flows == 0  ? reports::counted(checked.projects, "project file")
                                                 : flows + " and " + reports::counted(checked.projects, "project file");
  if (checked.bad > 0) {
    std::cerr << painted(fmt::format("{} in {} of {}{}", reports::counted(checked.errors, "error"), checked.bad, files,
                                     warnings),
                         Ink::Red, colours)
              << '\n';
    return;
  }
  const std::string cases =
      checked.flows == 0 && checked.projects > 0 ? "" : ", " + reports::counted(checked.cases, "case");
  std::cout << files << cases << ": " << painted("no errors", Ink::Green, has_colours(STDOUT_FILENO)) << warnings
            << '\n';
}

void print_annotations(const Checked& checked, std::ostream& out) {
  for (const FlowProblem& problem : checked.problems) {
    const bool is_error = problem.severity == FlowProblem::Severity::Error;
    const bool is_said = problem.message.find(problem.hint) != std::string::npos;
    out << reports::github_annotation(is_error ? "error" : "warning", problem.where, "casement check",
                                      problem.message + (is_said ? "" : "\n" + problem.hint));
  }
  out << std::flush;
}

int check(const CheckOptions& options) {
  read_step_lists(options.step_lists);
  const Checked checked = check_all(options);
  const bool json = options.json || options.reporter == CheckReporter::Json;
  if (json)
    print_json(checked);
  else
    print_for_people(checked);
  if (options.reporter == CheckReporter::Github || is_set("GITHUB_ACTIONS")) {
    print_annotations(checked, json ? std::cerr : std::cout);  // standard output stays valid JSON
  }
  return static_cast<int>(checked.bad > 0 ? ExitCode::Usage : ExitCode::Passed);
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Find every mistake in flows, without a browser");
  command->add_option("flows", options->paths,
                      "Check these flow files, folders with *.flow.yaml, patterns or casement.yaml");
  options->loading.with_sites = true;
  add_loading_options(*command, options->loading);
  add_steps_option(*command, options->step_lists);
  command
      ->add_option(
          "--reporter", options->reporter,
          "Print the result in this format; github: text with annotations, the default if GITHUB_ACTIONS is set")
      ->transform(one_of<CheckReporter>(
          {{"console", CheckReporter::Console}, {"json", CheckReporter::Json}, {"github", CheckReporter::Github}}))
      ->default_str("console");
  command->add_flag("--json", options->json, "Same as --reporter json");
  command->callback([=, &action] { action = [=] { return check(*options); }; });
}

}  // namespace casement::runners
