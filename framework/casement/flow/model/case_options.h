// The context options of one case: `use` and `users` with the case's variables put in. Any thread.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "casement/browser/values/context_options.h"
#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/model/variables.h"

namespace casement {

struct Flow;
struct PlannedFiles;
struct Project;
struct RunFiles;
struct YamlEntry;
struct YamlNode;

struct CaseOptions {
  ContextOptions of_project;                    // from casement.yaml alone
  ContextOptions use;                           // for the case's page
  std::map<std::string, ContextOptions> users;  // by name; each starts from `use`
};

// The entry `users` of a flow or its settings, also under its old name `roles`; null if there is none.
const YamlEntry* find_users(const YamlNode& document);
// Options for the flow whose case runs. Errors go into `errors`; keys with values known only during a run are omitted.
// With `planned`, a missing file is not an error and goes there.
CaseOptions options_of_case(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions,
                            AuthoringErrors& errors, PlannedFiles* planned = nullptr);
// Options for a called flow: its users start from its own `use` alone.
CaseOptions options_of_called(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions,
                              AuthoringErrors& errors, PlannedFiles* planned = nullptr);
// The options of casement.yaml for uses other than flows, with its own variables and the files of the run. `planned`
// receives the files that are missing. Throws Error{Authoring}.
ContextOptions options_of_project(const Project& project, std::shared_ptr<const RunFiles> files, PlannedFiles& planned);

}  // namespace casement
