// The variables of casement.yaml for a whole run: what its `vars` say, and over it what the run was
// told (--var) and the environment (CASEMENT_VAR_NAME). Any thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/flow/model/variables.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

struct ProjectValues {
  FlowVariables variables;              // those that have a value
  std::map<std::string, Error> failed;  // why others have none: it matters where one is used
  TextFunctions functions;
};

// `declared` in their order, each with those above it; `of_run` takes precedence over all.
ProjectValues values_of_project(const YamlSource& source, const std::vector<YamlEntry>& declared,
                                const FlowVariables& of_run, const FlowVariables& environment);

}  // namespace casement
