// The values that a flow's variables begin with. Each comes from the first of these that has one:
// the flow that runs this one, what the run was told (--var), the environment (CASEMENT_VAR_NAME),
// the case's row, the flow's own `vars`, casement.yaml. Any thread.
#pragma once

#include "casement/flow/model/flow.h"

namespace casement {

struct GivenValues {
  FlowVariables values;  // of the caller, who says what this one call is to do
  FlowVariables of_run;
  FlowVariables environment;               // see variables_of_environment
  const YamlNode* row = nullptr;           // of the flow's table of cases: texts that may use what is above
  const YamlSource* row_source = nullptr;  // where the row stands
  // Where to report that a value is missing; null: at the declaration.
  const YamlEntry* missing_at = nullptr;
  const YamlSource* missing_source = nullptr;
};

// Throws Error{Authoring}, also for a variable that nobody gives a value.
FlowVariables values_of_flow(const Flow& flow, const GivenValues& given, const TextFunctions& functions);

// Of the values of casement.yaml's variables, those that no report may show. Ones of less than 4 bytes are left out:
// little would be left of a report.
std::vector<std::string> secrets_of_project(const Project& project);

// The names of all variables that the flow declares, and the flows that it runs. Some may be there twice.
std::vector<std::string> variables_with_called(const Flow& flow);
// Whether the flow, or one that it runs, says that this variable's value is a secret.
bool is_secret_variable(const Flow& flow, std::string_view name);

// What the environment says now, by the names that `environment_name` gives. A flow keeps it from when it was loaded: a
// flow that it runs later has the same values, whatever the program has set meanwhile.
FlowVariables variables_of_environment();

// A sentence for each variable of the environment that only nearly says one of these variables, which nothing has set.
std::vector<std::string> misspelt_variables(const std::vector<std::string>& declared);

// CASEMENT_VAR_CARD_NUMBER for card-number.
std::string environment_name(std::string_view variable);

}  // namespace casement
