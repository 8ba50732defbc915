// The initial values of a flow's variables. Each value comes from the first of these sources that has one: `with` of
// the calling flow, --var, the environment (CASEMENT_VAR_NAME), the case's row, the flow's own `vars`, casement.yaml.
// Any thread.
#pragma once

#include "casement/flow/model/flow.h"

namespace casement {

struct GivenValues {
  FlowVariables values;  // from `with` of the calling flow
  FlowVariables of_run;
  FlowVariables environment;               // see variables_of_environment
  const YamlNode* row = nullptr;           // the case's row; its texts may use earlier variables
  const YamlSource* row_source = nullptr;  // the file of the row
  // The entry to report for a missing value; null: the declaration.
  const YamlEntry* missing_at = nullptr;
  const YamlSource* missing_source = nullptr;
};

// Throws Error{Authoring}, also for a variable without a value.
FlowVariables values_of_flow(const Flow& flow, const GivenValues& given, const TextFunctions& functions);

// The secret values among casement.yaml's variables. Omits values below 4 bytes, because masking them would leave
// little of a report.
std::vector<std::string> secrets_of_project(const Project& project);

// An entry of `secrets` names a variable, or a header of HTTP: "header X-Api-Key".
bool names_header(std::string_view secret);
// The headers that these entries name.
std::vector<std::string> secret_headers(const std::vector<std::string>& secrets);
// The headers that the `secrets` of the flow and of called flows name.
std::vector<std::string> secret_headers(const Flow& flow);

// The names of all variables that the flow or a called flow declares, possibly with duplicates.
std::vector<std::string> variables_with_called(const Flow& flow);
// Whether the flow or a called flow lists the variable under `secrets`.
bool is_secret_variable(const Flow& flow, std::string_view name);

// The CASEMENT_VAR_ variables of the environment, named as by `environment_name`. A flow stores them when it is loaded,
// so that flows called later see the same values even if the program changes its environment.
FlowVariables variables_of_environment();

// Messages for variables of the environment, one for each name that is close to a declared but unset variable.
std::vector<std::string> misspelt_variables(const std::vector<std::string>& declared);

// CASEMENT_VAR_CARD_NUMBER for card-number.
std::string environment_name(std::string_view variable);

}  // namespace casement
