// The variables of casement.yaml for a whole run: `vars`, overridden by the environment (CASEMENT_VAR_NAME) and by the
// run (--var). Any thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/model/variables.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

struct ProjectValues {
  FlowVariables variables;              // all with a value
  std::map<std::string, Error> failed;  // why a variable has no value, reported where a text uses it
  TextFunctions functions;
};

// Evaluates `declared` in order, each with the variables above. `of_run` overrides `environment` and `declared`.
ProjectValues values_of_project(const YamlSource& source, const std::vector<YamlEntry>& declared,
                                const FlowVariables& of_run, const FlowVariables& environment);

}  // namespace casement
