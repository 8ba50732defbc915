#include "casement/flow/model/project_values.h"

#include "casement/flow/model/flow_variables.h"
#include "casement/flow/model/text_values.h"

namespace casement {

ProjectValues values_of_project(const YamlSource& source, const std::vector<YamlEntry>& declared,
                                const FlowVariables& of_run, const FlowVariables& environment) {
  ProjectValues values;
  for (const YamlEntry& variable : declared) {
    const std::string& name = variable.key.text;
    if (const std::string* value = find_variable(of_run, name)) {
      values.variables.push_back({name, *value});
    } else if (const std::string* set = find_variable(environment, environment_name(name))) {
      values.variables.push_back({name, *set});
    } else {
      TextValues above(values.variables, values.functions);
      above.set_failed(values.failed);
      try {
        values.variables.push_back({name, above.put_into(source, variable.value)->text});
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::Authoring) throw;
        values.failed.emplace(name, error);
      }
    }
  }
  return values;
}

}  // namespace casement
