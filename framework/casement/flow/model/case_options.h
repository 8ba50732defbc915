// What `use` and `roles` say for one case, with its variables put in. Any thread.
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

struct CaseOptions {
  ContextOptions of_project;                    // what casement.yaml says alone
  ContextOptions use;                           // what the page of a case is opened with
  std::map<std::string, ContextOptions> roles;  // by name, with what `use` says
};

// Of the flow whose case runs. What is wrong goes to `errors`; keys whose values only a run can know are left out.
// While a flow is checked, a file that is missing goes to `planned` and is no error.
CaseOptions options_of_case(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions,
                            AuthoringErrors& errors, PlannedFiles* planned = nullptr);
// Of a flow that others run: its roles begin with its own `use` alone.
CaseOptions options_of_called(const Flow& flow, const FlowVariables& variables, const TextFunctions& functions,
                              AuthoringErrors& errors, PlannedFiles* planned = nullptr);
// What casement.yaml says to what is no flow, with its own variables and the files of its run. Throws Error{Authoring}.
ContextOptions options_of_project(const Project& project, std::shared_ptr<const RunFiles> files = nullptr);

}  // namespace casement
