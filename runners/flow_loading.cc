#include "casement/runners/flow_loading.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/model/flow_loader.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/reports/escape.h"
#include "casement/runners/colours.h"
#include "casement/site/site_folder.h"

namespace casement::runners {
namespace {

// The site is served when a case starts; a folder that is missing is known before.
std::optional<Error> missing_site(const Flow& flow) {
  if (flow.site.empty()) return std::nullopt;
  try {
    find_site_folder(flow.site, std::filesystem::path(flow.file).parent_path());
    return std::nullopt;
  } catch (const Error& error) {
    const bool is_of_project = flow.site_place.line == 0;
    const Error placed = is_of_project ? flow.project->source->error_at(flow.project->site_place, error.message())
                                       : flow.source->error_at(flow.site_place, error.message());
    std::vector<std::string> trail = placed.trail();
    trail.insert(trail.end(), error.trail().begin(), error.trail().end());
    return placed.with_trail(std::move(trail));
  }
}

// Flows of 'setup' may write what the flow reads: that is looked for when its case runs. Cases are known before.
std::optional<Flow> load_before_set_up(const std::string& file, LoadOptions options, AuthoringErrors& errors) {
  const bool is_set_up = options.project != nullptr && !options.project->set_up.empty();
  if (options.files_may_come || !is_set_up) return load_flow(file, options, errors);
  options.files_may_come = true;
  std::optional<Flow> flow = load_flow(file, options, errors);
  options.files_may_come = false;
  if (flow && flow->has_unknown_cases) return load_flow(file, options, errors);
  if (flow) flow->files_may_come = false;
  return flow;
}

// Takes the flows of 'setup' and 'teardown' out of those that were named; false where no other is left: whoever names
// these alone wants to see them run.
bool take_out_flows_around(LoadedFlows& loaded) {
  const auto is_around = [&](const Flow& flow) { return is_flow_around(*loaded.project, flow.file); };
  if (std::ranges::all_of(loaded.flows, is_around)) return false;
  std::erase_if(loaded.flows, is_around);
  return true;
}

void tell_misspelt_variables(const std::vector<Flow>& flows) {
  std::vector<std::string> declared;
  for (const Flow& flow : flows) {
    for (std::string& name : variables_with_called(flow)) declared.push_back(std::move(name));
  }
  for (const std::string& message : misspelt_variables(declared)) {
    std::cerr << reports::visible_line("casement: warning: " + message) << '\n';
  }
}

}  // namespace

FlowVariables variables_of(const FlowLoading& loading) {
  FlowVariables variables;
  for (const std::string& one : loading.variables) {
    const std::size_t equals = one.find('=');
    const std::string name = one.substr(0, equals);
    if (equals == std::string::npos || !is_variable_name(name)) {
      throw Error(ErrorKind::Usage, "--var takes NAME=VALUE, not '" + shorten(one, 60) + "'");
    }
    set_variable(variables, {name, to_valid_utf8(one.substr(equals + 1))});
  }
  return variables;
}

void require_declared(const std::vector<Flow>& flows, const FlowVariables& variables) {
  std::vector<std::string> declared;
  for (const Flow& flow : flows) {
    for (std::string& name : variables_with_called(flow)) declared.push_back(std::move(name));
  }
  for (const FlowVariable& one : variables) {
    if (std::find(declared.begin(), declared.end(), one.name) != declared.end()) continue;
    const std::string nearest = nearest_word(one.name, declared);
    throw Error(ErrorKind::Usage, "--var: no flow declares '" + one.name + "' under 'vars'" +
                                      (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"));
  }
}

void add_loading_options(CLI::App& command, FlowLoading& loading) {
  command.add_option("--var", loading.variables, "A value for a variable of the flows: NAME=VALUE")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_option("--base-url", loading.base_url, "Stands before addresses that begin with /, whatever flows say")
      ->type_name("URL");
  command.add_option("--env", loading.environment, "The environment of casement.yaml that counts")
      ->type_name("NAME")
      ->envname("CASEMENT_ENV");
  command.add_option("--project", loading.projects, "Only this one of casement.yaml's projects; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

LoadOptions load_options_of(const FlowLoading& loading) {
  return {variables_of(loading), true, loading.seed, loading.base_url, nullptr, loading.files_may_come};
}

LoadedFlows read_flows(const std::vector<std::string>& files, const FlowLoading& loading) {
  LoadedFlows loaded;
  LoadOptions options = load_options_of(loading);
  ProjectFiles projects(loading.environment, loading.projects, options.variables);
  const auto load = [&](const std::string& file, std::vector<Flow>& into) {
    AuthoringErrors errors;
    const ProjectFiles::Variants& variants = projects.of_flow(file, errors);
    bool is_bad = variants.empty();
    for (std::size_t i = 0; i < variants.size() && !is_bad; ++i) {
      options.project = variants[i];
      std::optional<Flow> flow = load_before_set_up(file, options, errors);
      const std::optional<Error> missing = flow && loading.with_sites ? missing_site(*flow) : std::nullopt;
      if (missing) errors.add(*missing);
      is_bad = !flow || missing;
      if (!is_bad) into.push_back(*std::move(flow));
    }
    if (is_bad) ++loaded.bad;
    for (Error& error : errors.sorted()) loaded.problems.push_back(std::move(error));
  };
  for (const std::string& file : files) load(file, loaded.flows);
  projects.require_chosen();
  if (loaded.bad == 0) loaded.project = projects.of_run();
  if (loading.with_flows_around && loaded.project != nullptr && take_out_flows_around(loaded)) {
    for (const std::string& file : loaded.project->set_up) load(file, loaded.set_up);
    for (const std::string& file : loaded.project->tear_down) load(file, loaded.tear_down);
  }
  if (loaded.bad == 0) {
    std::vector<Flow> all = loaded.set_up;
    all.insert(all.end(), loaded.flows.begin(), loaded.flows.end());
    all.insert(all.end(), loaded.tear_down.begin(), loaded.tear_down.end());
    require_declared(all, options.variables);
    tell_misspelt_variables(all);
  }
  return loaded;
}

LoadedFlows load_flows(const std::vector<std::string>& files, const FlowLoading& loading) {
  LoadedFlows loaded = read_flows(files, loading);
  for (const Error& error : loaded.problems) {
    std::cerr << painted_diagnostic(reports::visible_lines(error.full_text()), has_colours(STDERR_FILENO)) << '\n';
  }
  return loaded;
}

}  // namespace casement::runners
