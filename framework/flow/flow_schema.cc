#include "casement/flow/flow_schema.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/flow/case_reader.h"
#include "casement/flow/header_table.h"
#include "casement/flow/step_table.h"

namespace casement {
namespace {

using Schema = nlohmann::ordered_json;
using Shape = StepKey::Shape;

// Variables are put into arguments alone, and there a list of one may be a text.
enum class Place { Header, BesideStep, Argument };

Schema ref(std::string_view name) { return {{"$ref", fmt::format("#/$defs/{}", name)}}; }
Schema any_of(std::vector<Schema> schemas) { return {{"anyOf", std::move(schemas)}}; }
Schema list_of(Schema item) { return {{"type", "array"}, {"items", std::move(item)}}; }
Schema nothing() { return {{"type", "null"}}; }

Schema or_variable(Schema schema, Place place) {
  if (place != Place::Argument) return schema;
  return any_of({std::move(schema), ref("variable")});
}

Schema named(Schema value) {
  return {{"type", "object"}, {"additionalProperties", std::move(value)}};
}
Schema named_by_variables(Schema value) {
  Schema schema = named(std::move(value));
  schema["propertyNames"] = ref("name");
  return schema;
}

Schema number(const StepKey& key, std::string_view type) {
  Schema schema{{"type", type}};
  if (key.least < key.most) {
    // Whole ones without a ".0" behind them.
    const auto bound = [](double value) {
      return value == static_cast<double>(static_cast<long>(value)) ? Schema(static_cast<long>(value))
                                                                    : Schema(value);
    };
    schema["minimum"] = bound(key.least);
    schema["maximum"] = bound(key.most);
  }
  return schema;
}

Schema value_of(const StepKey& key, Place place);

// A map with these keys, names with texts where there are none.
Schema map_of(const std::vector<StepKey>& keys, Place place) {
  if (keys.empty()) return named(ref("text"));
  Schema schema{{"type", "object"}, {"properties", Schema::object()}, {"additionalProperties", false}};
  std::vector<std::string_view> needed_keys;
  for (const StepKey& key : keys) {
    Schema value = value_of(key, place);
    value["description"] = key.help;
    if (!key.otherwise.empty()) value["default"] = Schema::parse(key.otherwise);
    schema["properties"][std::string(key.name)] = std::move(value);
    if (key.is_needed) needed_keys.push_back(key.name);
  }
  if (!needed_keys.empty()) schema["required"] = needed_keys;
  for (const StepKey& key : keys) {
    if (!key.beside.empty()) schema["dependentRequired"][std::string(key.name)] = {key.beside};
  }
  return schema;
}

Schema some_map(const StepKind& kind) {
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

Schema value_of(const StepKey& key, Place place) {
  const auto word = [&] { return or_variable({{"enum", key.words}}, place); };
  switch (key.shape) {
    case Shape::Text:
    case Shape::Pattern:
      return ref("text");
    case Shape::OptionalText:
      return any_of({ref("text"), nothing()});
    case Shape::Texts:
      return place == Place::Header ? list_of(ref("text")) : ref("texts");
    case Shape::Target:
      return ref("target");
    case Shape::Name:
      return ref("name");
    case Shape::Word:
      return word();
    case Shape::Words:
      return any_of({word(), list_of(word())});
    case Shape::TrueOrWordsOrMap:
      return any_of({{{"const", true}}, word(), list_of(word()), map_of(key.keys, place)});
    case Shape::Flag:
      return or_variable({{"type", "boolean"}}, place);
    case Shape::Number:
      return or_variable(number(key, "integer"), place);
    case Shape::Decimal:
      return or_variable(number(key, "number"), place);
    case Shape::Duration:
      return or_variable(ref("duration"), place);
    case Shape::Point: {
      const Schema axis = or_variable(number(key, "number"), place);
      return {{"type", "object"},
              {"properties", {{"x", axis}, {"y", axis}}},
              {"required", {"x", "y"}},
              {"additionalProperties", false}};
    }
    case Shape::TextOrMap:
      return any_of({ref("text"), map_of(key.keys, place)});
    case Shape::Map:
      return map_of(key.keys, place);
    case Shape::OptionalMap:
      return any_of({map_of(key.keys, place), nothing()});
    case Shape::AnyMap:
      return {{"type", "object"}};
    case Shape::Any:
      return Schema::object();
    case Shape::Variables:
      return named_by_variables(any_of({ref("text"), nothing()}));
    case Shape::Cases:
      return any_of({{{"type", "string"}}, ref("cases")});
    case Shape::Roles:
      return named_by_variables(any_of({ref("use"), nothing()}));
    case Shape::Steps:
      return ref("steps");
    case Shape::Statuses: {
      Schema schema = named(word());
      schema["propertyNames"] = {{"pattern", "^[45][0-9][0-9]$"}};
      return schema;
    }
  }
  return Schema::object();
}

// What an argument that is no map may be.
Schema alone(const StepKind& kind) {
  return kind.keys.empty() ? ref("text") : value_of(kind.keys.front(), Place::Argument);
}

Schema argument_of(const StepKind& kind) {
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
      fields["minProperties"] = 1;
      fields["properties"] = {{kind.keys.empty() ? "target" : std::string(kind.keys.front().name), false}};
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

bool may_stand_alone(const StepKind& kind) {
  using enum ArgumentShape;
  return kind.shape == Nothing || kind.shape == NothingOrMap || kind.shape == OptionalText ||
         kind.shape == OptionalTextOrMap;
}

std::string with_example(std::string_view help, std::string_view name, std::string_view example) {
  if (example.empty()) return std::string(help);
  std::string told = fmt::format("{} E.g. `{}: ", help, name);
  for (std::size_t at = 0; at < example.size();) {
    const std::size_t end = std::min(example.find("  or  ", at), example.size());
    if (at > 0) told += fmt::format("` or `{}: ", name);
    told += example.substr(at, end - at);
    at = end == example.size() ? end : end + 6;
  }
  return told + "`";
}

// One map: exactly one step, and what may stand beside it.
Schema step_map() {
  Schema properties = Schema::object();
  Schema steps = Schema::array();
  Schema together = Schema::object();
  Schema owners_of_steps = Schema::array();
  std::vector<std::string> owners_of_then;
  for (const StepKind& kind : step_table()) {
    const std::string name(kind.name);
    properties[name] = argument_of(kind);
    properties[name]["description"] = with_example(kind.help, kind.name, kind.example);
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
  // Beside another step, `steps` are what it runs; beside none they are the step.
  Schema group{{"required", {"steps"}}};
  group["not"] = {{"anyOf", owners_of_steps}};
  steps.push_back(std::move(group));
  for (const StepOption& option : step_options()) {
    const std::string name(option.key.name);
    properties[name] = value_of(option.key, Place::BesideStep);
    properties[name]["description"] = with_example(option.key.help, name, option.example);
  }
  Schema schema{{"type", "object"}, {"properties", std::move(properties)}};
  schema["additionalProperties"] = false;
  schema["oneOf"] = std::move(steps);
  schema["dependentRequired"] = std::move(together);
  const Schema yes{{"const", true}};
  schema["not"] = {{"properties", {{"soft", yes}, {"optional", yes}}},
                   {"required", {"soft", "optional"}}};
  return schema;
}

Schema step_schema() {
  std::vector<std::string_view> words;
  for (const StepKind& kind : step_table()) {
    if (may_stand_alone(kind)) words.push_back(kind.name);
  }
  // Not anyOf: what is wrong in a map is told as such.
  return {{"type", {"object", "string"}},
          {"if", {{"type", "string"}}},
          {"then", {{"enum", words}}},
          {"else", step_map()}};
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
  Schema all;
  all["text"] = {{"type", {"string", "number", "boolean"}},
                 {"description", "A text as it is written; ${name} puts a variable into it."}};
  all["texts"] = any_of({ref("text"), list_of(ref("text"))});
  all["target"] = {{"type", "string"},
                   {"minLength", 1},
                   {"description", "An element as a snapshot shows it: button \"Pay\"."}};
  all["variable"] = {{"type", "string"}, {"pattern", "\\$\\{"}};
  all["name"] = {{"type", "string"}, {"pattern", "^[A-Za-z_][A-Za-z0-9_-]*$"}};
  all["duration"] = any_of({{{"type", "number"}, {"minimum", 1}, {"maximum", 3'600'000}},
                            {{"type", "string"}, {"pattern", "^([0-9]+\\.?[0-9]*|\\.[0-9]+)(ms|s|m)?$"}}});
  all["use"] = map_of(use_keys(), Place::Header);
  all["cases"] = cases_schema();
  all["steps"] = list_of(ref("step"));
  all["steps"]["minItems"] = 1;
  all["step"] = step_schema();
  return all;
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
    if (row.key.is_needed) needed_keys.push_back(row.key.name);
  }
  Schema together = Schema::object();
  for (const HeaderKey& row : header_table()) {
    const std::string name(row.key.name);
    Schema value = value_of(row.key, Place::Header);
    value["description"] = with_example(row.key.help, row.key.name, row.example);
    schema["properties"][name] = std::move(value);
    // What settings cannot have makes the document a flow.
    if (row.where == HeaderKey::Where::Flow) together[name] = needed_keys;
  }
  schema["dependentRequired"] = std::move(together);
  schema["$defs"] = definitions();
  return schema.dump(2) + "\n";
}

}  // namespace casement
