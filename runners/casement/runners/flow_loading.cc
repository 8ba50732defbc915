#include "casement/runners/flow_loading.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/network/har_player.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/steps/custom_step_table.h"
#include "casement/reports/escape.h"
#include "casement/runners/colours.h"
#include "casement/site/site_folder.h"

namespace casement::runners {
namespace {

// Checks the site's folder now, because the site is served only when a case starts.
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

// Chooses the folders in which the flows of a project write files.
class OutputFolders {
 public:
  explicit OutputFolders(const FlowLoading& loading) : loading_(loading) {}

  std::shared_ptr<const RunFiles> of(const Project* project) {
    std::shared_ptr<const RunFiles>& files = known_[folder_of(project)];
    if (files == nullptr) {
      files = loading_.reads_earlier_files ? files_of_continued_run(folder_of(project))
                                           : files_of_new_run(folder_of(project));
    }
    return files_of_project(files, project == nullptr ? "" : project->name);
  }

 private:
  std::string folder_of(const Project* project) const {
    if (!loading_.files_folder.empty()) return loading_.files_folder;
    std::string reports = loading_.report_folder;
    if (reports.empty() && project != nullptr) reports = project->report_folder;
    return (std::filesystem::path(reports.empty() ? kUsualReportFolder : reports) / kFilesOfReports).string();
  }

  const FlowLoading& loading_;
  std::map<std::string, std::shared_ptr<const RunFiles>> known_;
};

// Missing files that flows read are an error, unless a flow of 'setup' or another flow of the command writes them.
class MissingFiles {
 public:
  explicit MissingFiles(const LoadOptions& options) : options_(options) {}

  void judge(LoadedFlows& loaded) {
    std::vector<const Flow*> flows;
    for (const auto* const some : {&loaded.set_up, &loaded.flows, &loaded.tear_down}) {
      for (const Flow& flow : *some) flows.push_back(&flow);
    }
    for (const Flow* const flow : flows) {
      AuthoringErrors errors;
      for (const PlannedFiles::Missing& one : flow->planned_files.missing) {
        if (!is_written(*flow, one, flows)) errors.add(one.error);
      }
      if (errors.empty()) continue;
      ++loaded.bad;
      for (Error& error : errors.sorted()) loaded.problems.push_back(std::move(error));
    }
  }

 private:
  bool is_written(const Flow& reader, const PlannedFiles::Missing& file, const std::vector<const Flow*>& flows) {
    const bool by_other = std::ranges::any_of(flows, [&](const Flow* one) {
      return one != &reader && one->files->folder == reader.files->folder && one->planned_files.may_write(file);
    });
    return by_other || (reader.project != nullptr && of_set_up(reader).may_write(file));
  }
  const PlannedFiles& of_set_up(const Flow& reader) {
    const auto [at, is_new] = of_set_up_.try_emplace(reader.project.get());
    if (is_new) {
      LoadOptions options = options_;
      options.project = reader.project;
      options.files = reader.files;
      at->second = files_of_set_up(*reader.project, options);
    }
    return at->second;
  }

  const LoadOptions& options_;
  std::map<const Project*, PlannedFiles> of_set_up_;
};

// Removes the flows of 'setup' and 'teardown' from the named flows. Returns false, and removes nothing, if no other
// flow is named, because the user then wants to run these.
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
      throw Error(ErrorKind::Usage, "--var needs NAME=VALUE, not '" + shorten(one, 60) + "'");
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
  command.add_option("--var", loading.variables, "Set a variable of the flows: NAME=VALUE")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--base-url", loading.base_url, "Prepend this to paths such as /cart; overrides base_url in flows")
      ->type_name("URL");
  command.add_option("--env", loading.environment, "Use this environment from casement.yaml")
      ->type_name("NAME")
      ->envname("CASEMENT_ENV");
  command.add_option("--project", loading.projects, "Run only this project of casement.yaml; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

void add_steps_option(CLI::App& command, std::vector<std::string>& files) {
  command
      .add_option("--steps", files,
                  "Read the custom steps of a test program from this file, printed by PROGRAM "
                  "--casement-steps; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void read_step_lists(const std::vector<std::string>& files) {
  for (const std::string& file : files) add_listed_steps(file);
  set_hint_for_custom_steps(files.empty()
                                ? "; if a C++ program defines this step, write PROGRAM --casement-steps > FILE and "
                                  "pass --steps FILE"
                                : "; no list of --steps contains this step");
}

void explain_custom_steps() {
  set_hint_for_custom_steps(
      "; if a C++ program defines this step, only that program can run the flow; casement check --steps FILE checks "
      "the "
      "flow with the output of PROGRAM --casement-steps");
}

LoadOptions load_options_of(const FlowLoading& loading) {
  LoadOptions options;
  options.variables = variables_of(loading);
  options.seed = loading.seed;
  options.base_url = loading.base_url;
  if (!loading.har.empty()) {
    options.har = HarFile{.file = loading.har, .passes_others = loading.har_others == "pass"};
    replay_handler(*options.har);  // throws before anything is started
  }
  options.files_may_come = loading.files_may_come;
  return options;
}

LoadedFlows read_flows(const std::vector<std::string>& files, const FlowLoading& loading) {
  LoadedFlows loaded;
  LoadOptions options = load_options_of(loading);
  options.lists_missing_files = true;
  OutputFolders folders(loading);
  ProjectFiles projects(loading.environment, loading.projects, options.variables);
  const auto load = [&](const std::string& file, std::vector<Flow>& into) {
    AuthoringErrors errors;
    const ProjectFiles::Variants& variants = projects.of_flow(file, errors);
    bool is_bad = variants.empty();
    for (std::size_t i = 0; i < variants.size() && !is_bad; ++i) {
      options.project = variants[i];
      options.files = folders.of(options.project.get());
      std::optional<Flow> flow = load_flow(file, options, errors);
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
  if (loaded.bad == 0 || projects.has_one_file()) loaded.project = projects.of_run();
  if (loaded.bad == 0 && loading.with_flows_around && loaded.project != nullptr && take_out_flows_around(loaded)) {
    for (const std::string& file : loaded.project->set_up) load(file, loaded.set_up);
    for (const std::string& file : loaded.project->tear_down) load(file, loaded.tear_down);
  }
  MissingFiles(options).judge(loaded);
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
