// The values that a flow's variables begin with. Each comes from the first of these that has one:
// what the run was told (--var), the environment (CASEMENT_VAR_NAME), the case's row or the caller,
// the flow's own `vars`. Any thread.
#pragma once

#include "casement/flow/flow.h"

namespace casement {

struct GivenValues {
  FlowVariables of_run;          // counts over everything
  bool from_environment = false;
  const YamlNode* row = nullptr;  // of the flow's table of cases: texts that may use what is above
  const YamlSource* row_source = nullptr;  // where the row stands
  FlowVariables values;           // of the caller
  // Where it is best said that a value is missing; otherwise at the declaration.
  const YamlEntry* missing_at = nullptr;
  const YamlSource* missing_source = nullptr;
};

// Throws Error{Authoring}, also for a variable that nobody gives a value.
FlowVariables values_of_flow(const Flow& flow, const GivenValues& given,
                             const TextFunctions& functions);

// CASEMENT_VAR_CARD_NUMBER for card-number.
std::string environment_name(std::string_view variable);

}  // namespace casement
