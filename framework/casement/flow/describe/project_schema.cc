#include "casement/flow/describe/project_schema.h"

#include "casement/flow/describe/schema_values.h"
#include "casement/flow/load/project_table.h"

namespace casement {
namespace {

using schema::Schema;

// The schema of a key in casement.yaml, with its exceptions from the general rules.
Schema value_in_project(const ArgSpec& key) {
  if (key.name == "reporters") {
    const Schema word = schema::or_variable({{"enum", key.words}}, schema::Place::Filled);
    return schema::any_of({word, schema::list_of(word)});
  }
  Schema value = schema::value_of(key, schema::Place::Filled);
  if (key.name == "vars") value["additionalProperties"] = schema::ref("text");  // each needs a value
  const auto let_command_be_a_shells = [](Schema& map) {
    Schema& command = map["properties"]["command"];
    const Schema help = command["description"];
    command = schema::any_of({schema::ref("text"), schema::list_of(schema::ref("text"))});
    command["description"] = help;
  };
  if (key.name == "server" || key.name == "logs") {
    let_command_be_a_shells(value["anyOf"][0]);
    let_command_be_a_shells(value["anyOf"][1]["items"]);
  }
  if (key.name == "environments" || key.name == "projects") {
    for (const ArgSpec& inner : key.keys) {
      Schema& property = value["additionalProperties"]["anyOf"][0]["properties"][std::string(inner.name)];
      property = value_in_project(inner);
      property["description"] = inner.help;
    }
  }
  return value;
}

}  // namespace

std::string project_schema() {
  Schema all{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
             {"$id", "urn:casement:project.schema.json"},
             {"title", "casement.yaml, the common settings of Casement's tests"},
             {"type", {"object", "null"}},
             {"properties", Schema::object()},
             {"additionalProperties", false}};
  for (const ProjectKey& one : project_table()) {
    const std::string name(one.key.name);
    Schema value = value_in_project(one.key);
    value["description"] = schema::with_example(one.key.help, name, one.example);
    all["properties"][name] = std::move(value);
  }
  all["$defs"] = schema::shared_definitions();
  return all.dump(2) + "\n";
}

}  // namespace casement
