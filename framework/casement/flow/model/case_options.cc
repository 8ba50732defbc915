#include "casement/flow/model/case_options.h"

#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/model/text_values.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

ContextOptions project_options(const Project& project, const UseSets& sets, AuthoringErrors& errors) {
  ContextOptions options;
  for (const YamlEntry& use : project.uses) {
    errors.attempt([&] { read_use(*project.source, use, options, sets); });
  }
  return options;
}

CaseOptions case_options(const Flow& flow, const TextValues& values, bool is_called, AuthoringErrors& errors,
                         PlannedFiles* planned) {
  CaseOptions options;
  UseSets sets{nullptr, {}, &values, flow.files_may_come, flow.limits, flow.files, planned};
  if (flow.project != nullptr) {
    sets.source = flow.project->source;
    sets.entries = flow.project->sets;
    if (!is_called) options.use = options.of_project = project_options(*flow.project, sets, errors);
  }
  for (const YamlNode* document : {flow.source->settings(), &flow.source->root()}) {
    if (document == nullptr) continue;
    // Users start from `use`, even if `use` comes after `users`.
    if (const YamlEntry* use = document->find("use")) {
      errors.attempt([&] { read_use(*flow.source, *use, options.use, sets); });
    }
    const YamlEntry* const users = find_users(*document);
    if (users == nullptr) continue;
    for (const YamlEntry& user : users->value.entries) {
      errors.attempt([&] {
        ContextOptions own = options.use;
        own.storage_state.reset();  // of another user
        const std::size_t missing_before = planned == nullptr ? 0 : planned->missing.size();
        if (user.value.kind != YamlNode::Kind::Nothing) read_use(*flow.source, user, own, sets);
        for (std::size_t i = missing_before; planned != nullptr && i < planned->missing.size(); ++i) {
          planned->missing[i].user = user.key.text;
        }
        options.users[user.key.text] = std::move(own);
      });
    }
  }
  if (flow.har_of_run) {
    options.use.har = flow.har_of_run;
    for (auto& [user, own] : options.users) own.har = flow.har_of_run;
  }
  return options;
}

}  // namespace

const YamlEntry* find_users(const YamlNode& document) {
  const YamlEntry* const users = document.find("users");
  return users != nullptr ? users : document.find("roles");
}

CaseOptions options_of_case(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions,
                            AuthoringErrors& errors, PlannedFiles* planned) {
  return case_options(flow, TextValues(variables, functions), false, errors, planned);
}

CaseOptions options_of_called(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions,
                              AuthoringErrors& errors, PlannedFiles* planned) {
  return case_options(flow, TextValues(variables, functions), true, errors, planned);
}

ContextOptions options_of_project(const Project& project, std::shared_ptr<const RunFiles> files,
                                  PlannedFiles& planned) {
  TextValues values(project.values.variables, project.values.functions);
  values.set_failed(project.values.failed);
  values.set_owner(kProjectFile);
  AuthoringErrors errors;
  UseSets sets{project.source, project.sets, &values};
  sets.files = std::move(files);
  sets.planned = &planned;
  const ContextOptions options = project_options(project, sets, errors);
  errors.throw_if_any();
  return options;
}

}  // namespace casement
