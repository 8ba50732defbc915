#include "casement/runners/flow_loading.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/flow/flow_loader.h"
#include "casement/flow/flow_variables.h"
#include "casement/reports/escape.h"
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
    const Error placed = flow.source->error_at(flow.site_place, error.message());
    std::vector<std::string> trail = placed.trail();
    trail.insert(trail.end(), error.trail().begin(), error.trail().end());
    return Error(placed.kind(), placed.message(), trail);
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
}

LoadedFlows load_flows(const std::vector<std::string>& files, const FlowLoading& loading) {
  LoadedFlows loaded;
  const LoadOptions options{variables_of(loading), true, loading.seed};
  for (const std::string& file : files) {
    AuthoringErrors errors;
    if (std::optional<Flow> flow = load_flow(file, options, errors)) {
      const std::optional<Error> missing = loading.with_sites ? missing_site(*flow) : std::nullopt;
      if (!missing) {
        loaded.flows.push_back(*std::move(flow));
        continue;
      }
      errors.add(*missing);
    }
    ++loaded.bad;
    loaded.errors += errors.size();
    for (const Error& error : errors.sorted()) {
      std::cerr << reports::visible_lines(error.full_text()) << '\n';
    }
  }
  if (loaded.bad == 0) require_declared(loaded.flows, options.variables);
  return loaded;
}

}  // namespace casement::runners
