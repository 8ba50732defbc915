#include "casement/flow/describe/flow_schema.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/flow/describe/schema_values.h"
#include "casement/flow/describe/target_schema.h"
#include "casement/flow/load/case_reader.h"
#include "casement/flow/load/header_spec.h"
#include "casement/flow/steps/step_table.h"

namespace casement {
namespace {

using namespace schema;
Schema some_map(const StepSpec& kind) {
  Schema schema = map_of(kind.keys, Place::Argument);
  schema["minProperties"] = 1;
  for (const std::string& key : kind.exactly_one) schema["oneOf"].push_back({{"required", {key}}});
  for (std::size_t i = 0; i < kind.at_most_one.size(); ++i) {
    for (std::size_t j = i + 1; j < kind.at_most_one.size(); ++j) {
      schema["not"]["anyOf"].push_back({{"required", {kind.at_most_one[i], kind.at_most_one[j]}}});
    }
  }
  return schema;
}

// The schema of an argument that is not a map.
Schema alone(const StepSpec& kind) {
  return kind.keys.empty() ? ref("text") : value_of(kind.keys.front(), Place::Argument);
}

Schema argument_of(const StepSpec& kind) {
  switch (kind.shape) {
    case ArgumentShape::Nothing:
      return nothing();
    case ArgumentShape::NothingOrMap:
      return any_of({nothing(), some_map(kind)});
    case ArgumentShape::Text:
      return alone(kind);
    case ArgumentShape::OptionalText:
      return any_of({alone(kind), nothing()});
    case ArgumentShape::OptionalTextOrMap:
      return any_of({alone(kind), nothing(), some_map(kind)});
    case ArgumentShape::Flag:
      return or_variable({{"type", "boolean"}}, Place::Argument);
    case ArgumentShape::Texts:
      return ref("texts");
    case ArgumentShape::Target:
      return ref("target");
    case ArgumentShape::TargetOrMap:
    case ArgumentShape::TextOrMap:
      return any_of({alone(kind), some_map(kind)});
    case ArgumentShape::TargetToText:
    case ArgumentShape::TargetToTexts: {
      Schema fields = named(ref(kind.shape == ArgumentShape::TargetToText ? "text" : "texts"));
      fields["propertyNames"] = ref("target");
      fields["minProperties"] = 1;
      // A map with one of these keys is not a map of fields.
      fields["properties"] = {{"target", false}};
      for (const ArgSpec& key : kind.keys) {
        if (key.is_required) fields["properties"][std::string(key.name)] = false;
      }
      if (kind.keys.empty()) return fields;
      return any_of({std::move(fields), some_map(kind)});
    }
    case ArgumentShape::Map:
      return some_map(kind);
    case ArgumentShape::Steps:
      return ref("steps");
  }
  return Schema::object();
}

bool may_stand_alone(const StepSpec& kind) {
  using enum ArgumentShape;
  return kind.shape == Nothing || kind.shape == NothingOrMap || kind.shape == OptionalText ||
         kind.shape == OptionalTextOrMap;
}

std::string argument_name(std::string_view step) {
  return fmt::format("argument_of_{}", step);
}
Schema argument_ref(std::string_view step) {
  std::string pointer = "#/$defs/";  // a URI, in which names of custom steps write their blanks as %20
  for (const char c : argument_name(step)) pointer += c == ' ' ? std::string("%20") : std::string(1, c);
  return {{"$ref", std::move(pointer)}};
}

// A map with exactly one step, and the keys allowed beside the step. Editors offer keys in this order, so these keys
// come before the names of steps.
Schema map_with_step() {
  Schema properties = Schema::object();
  for (const StepOption& option : step_options()) {
    const std::string name(option.key.name);
    properties[name] = value_of(option.key, Place::BesideStep);
    properties[name]["description"] = with_example(option.key.help, name, option.example);
  }
  Schema steps = Schema::array();
  Schema together = Schema::object();
  Schema owners_of_steps = Schema::array();
  std::vector<std::string> owners_of_then;
  for (const StepSpec* const one : all_step_kinds()) {
    const StepSpec& kind = *one;
    const std::string name(kind.name);
    if (name != "steps") steps.push_back({{"required", {name}}});
    if (kind.blocks == StepBlocks::ThenElse) {
      together[name] = {"then"};
      owners_of_then.push_back(name);
    } else if (kind.blocks == StepBlocks::Steps) {
      together[name] = {"steps"};
      owners_of_steps.push_back({{"required", {name}}});
    }
  }
  for (const std::string_view branch : {"then", "else"}) {
    const std::string name(branch);
    properties[name] = ref("steps");
    properties[name]["description"] = fmt::format("The steps of '{}', beside it.", owners_of_then.front());
    together[name] = owners_of_then;
  }
  // Beside another step, `steps` are its inner steps; alone, `steps` is the step itself.
  Schema group{{"required", {"steps"}}};
  group["not"] = {{"anyOf", owners_of_steps}};
  steps.push_back(std::move(group));
  for (const StepSpec* kind : all_step_kinds()) properties[std::string(kind->name)] = argument_ref(kind->name);
  Schema schema{{"properties", std::move(properties)}, {"additionalProperties", false}};
  schema["oneOf"] = std::move(steps);
  schema["dependentRequired"] = std::move(together);
  const Schema yes{{"const", true}};
  schema["not"] = {{"properties", {{"soft", yes}, {"optional", yes}}}, {"required", {"soft", "optional"}}};
  return schema;
}

// A map without a step: its name is not written yet, or is misspelt. Editors then report only the name.
Schema map_without_step() {
  Schema properties = Schema::object();
  for (const StepSpec* kind : all_step_kinds()) properties[std::string(kind->name)] = argument_ref(kind->name);
  return {{"properties", std::move(properties)}, {"additionalProperties", false}, {"minProperties", 1}};
}

Schema step_schema() {
  std::vector<std::string_view> words;
  Schema has_step{{"type", "object"}};  // not yet, while its author is writing
  for (const StepSpec* const one : all_step_kinds()) {
    const StepSpec& kind = *one;
    if (may_stand_alone(kind)) words.push_back(kind.name);
    has_step["anyOf"].push_back({{"required", {kind.name}}});
  }
  // Uses `if` instead of `anyOf`, so that editors report the actual error in the map.
  Schema map{{"if", std::move(has_step)}, {"then", map_with_step()}, {"else", map_without_step()}};
  return {{"type", {"object", "string"}},
          {"if", {{"type", "string"}}},
          {"then", {{"enum", words}}},
          {"else", std::move(map)}};
}

Schema cases_schema() {
  Schema row{{"type", "object"}, {"additionalProperties", ref("text")}};
  for (const std::string& key : case_keys()) {
    row["properties"][key] = key == "tags" ? list_of(ref("name")) : ref("text");
  }
  row["required"] = {"case"};
  Schema rows = list_of(std::move(row));
  rows["minItems"] = 1;
  return rows;
}

Schema definitions() {
  Schema all = shared_definitions();
  all["texts"] = any_of({ref("text"), list_of(ref("text"))});
  all["target"] = {
      {"type", "string"},
      {"minLength", 1},
      {"pattern", target_schema_pattern()},
      // Editors show this message instead of the pattern.
      {"patternErrorMessage",
       "Not a target. Write e.g. button \"Pay\", text \"Paid\", label=\"E-mail\" or css=#pay; run `casement check` for "
       "details."},
      {"description",
       "An element as a snapshot shows it: button \"Pay\", textbox /mail/i, text \"Paid\", listitem that has text "
       "\"Tea\", label=\"E-mail\", testid=pay, css=#pay; followed by #2, inside list \"Teas\", in iframe \"Card\"."}};
  for (const StepSpec* const one : all_step_kinds()) {
    const StepSpec& kind = *one;
    Schema& argument = all[argument_name(kind.name)] = argument_of(kind);
    argument["description"] = with_example(kind.help, kind.name, kind.example);
  }
  all["cases"] = cases_schema();
  all["steps"] = list_of(ref("step"));
  all["steps"]["minItems"] = 1;
  all["step"] = step_schema();
  return all;
}

// The values of an application may contain variables. A program that is a text is for the shell.
Schema application_schema(const ArgSpec& key) {
  Schema map = value_of(key, Place::Filled);
  Schema& command = map["properties"]["run"];
  Schema words = list_of(ref("text"));
  words["minItems"] = 1;
  Schema either = any_of({ref("text"), std::move(words)});
  either["description"] = command["description"];
  command = std::move(either);
  return map;
}

}  // namespace

std::string flow_schema() {
  Schema schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"$id", "urn:casement:flow.schema.json"},
                {"title", "A flow of Casement, or the settings before one"},
                {"type", "object"},
                {"properties", Schema::object()},
                {"additionalProperties", false}};
  std::vector<std::string_view> needed_keys;
  for (const HeaderKey& row : header_table()) {
    if (row.key.is_required) needed_keys.push_back(row.key.name);
  }
  Schema together = Schema::object();
  for (const HeaderKey& row : header_table()) {
    const std::string name(row.key.name);
    Schema value = name == "application" ? application_schema(row.key) : value_of(row.key, Place::Header);
    value["description"] = with_example(row.key.help, row.key.name, row.example);
    if (!row.key.replaced_by.empty()) value["deprecated"] = true;
    schema["properties"][name] = std::move(value);
    // A key that is not allowed in settings makes the document a flow.
    if (row.where == HeaderKey::Where::Flow) together[name] = needed_keys;
  }
  schema["dependentRequired"] = std::move(together);
  schema["$defs"] = definitions();
  return schema.dump(2) + "\n";
}

}  // namespace casement
