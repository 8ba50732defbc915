#include "casement/flow/describe/schema_values.h"

#include <fmt/format.h>

#include <utility>

#include "casement/flow/model/context_options_reader.h"

namespace casement::schema {

using Shape = ArgSpec::Shape;

Schema ref(std::string_view name) {
  return {{"$ref", fmt::format("#/$defs/{}", name)}};
}
Schema any_of(std::vector<Schema> schemas) {
  return {{"anyOf", std::move(schemas)}};
}
Schema list_of(Schema item) {
  return {{"type", "array"}, {"items", std::move(item)}};
}
Schema nothing() {
  return {{"type", "null"}};
}

Schema or_variable(Schema schema, Place place) {
  if (place == Place::Header || place == Place::BesideStep) return schema;
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

Schema number(const ArgSpec& key, std::string_view type) {
  Schema schema{{"type", type}};
  if (key.least < key.most) {
    // Whole numbers without ".0".
    const auto bound = [](double value) {
      return value == static_cast<double>(static_cast<long>(value)) ? Schema(static_cast<long>(value)) : Schema(value);
    };
    schema["minimum"] = bound(key.least);
    schema["maximum"] = bound(key.most);
  }
  return schema;
}

Schema map_of(const std::vector<ArgSpec>& keys, Place place) {
  if (keys.empty()) return named(ref("text"));
  Schema schema{{"type", "object"}, {"properties", Schema::object()}, {"additionalProperties", false}};
  std::vector<std::string_view> needed_keys;
  for (const ArgSpec& key : keys) {
    Schema value = value_of(key, place);
    value["description"] = key.help;
    if (!key.default_value.empty()) value["default"] = Schema::parse(key.default_value);
    schema["properties"][std::string(key.name)] = std::move(value);
    if (key.is_required) needed_keys.push_back(key.name);
  }
  if (!needed_keys.empty()) schema["required"] = needed_keys;
  for (const ArgSpec& key : keys) {
    if (!key.only_with.empty()) schema["dependentRequired"][std::string(key.name)] = {key.only_with};
  }
  return schema;
}

Schema value_of(const ArgSpec& key, Place place) {
  const auto word = [&] { return or_variable({{"enum", key.words}}, place); };
  switch (key.shape) {
    case Shape::Text:
    case Shape::Pattern:
      return ref("text");
    case Shape::OptionalText:
      return any_of({ref("text"), nothing()});
    case Shape::Texts:
      return place == Place::Header || place == Place::Filled ? list_of(ref("text")) : ref("texts");
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
    case Shape::Users:
      return named_by_variables(any_of({ref("use"), nothing()}));
    case Shape::Steps:
      return ref("steps");
    case Shape::MapOrMaps: {
      const Schema map = map_of(key.keys, place);
      return any_of({map, list_of(map)});
    }
    case Shape::NamedMaps:
      return named_by_variables(any_of({map_of(key.keys, place), nothing()}));
    case Shape::Statuses: {
      Schema schema = named(word());
      schema["propertyNames"] = {{"pattern", "^[45][0-9][0-9]$"}};
      return schema;
    }
  }
  return Schema::object();
}

std::string with_example(std::string_view help, std::string_view name, std::string_view example) {
  if (example.empty()) return std::string(help);
  std::string text = fmt::format("{} E.g. `{}: ", help, name);
  for (std::size_t at = 0; at < example.size();) {
    const std::size_t end = std::min(example.find("  or  ", at), example.size());
    if (at > 0) text += fmt::format("` or `{}: ", name);
    text += example.substr(at, end - at);
    at = end == example.size() ? end : end + 6;
  }
  return text + "`";
}

Schema shared_definitions() {
  Schema all;
  all["text"] = {{"type", {"string", "number", "boolean"}}, {"description", "A text; ${name} inserts a variable."}};
  all["variable"] = {{"type", "string"}, {"pattern", "\\$\\{"}};
  all["name"] = {{"type", "string"}, {"pattern", "^[A-Za-z_][A-Za-z0-9_-]*$"}};
  all["duration"] = any_of({{{"type", "number"}, {"minimum", 1}, {"maximum", 3'600'000}},
                            {{"type", "string"}, {"pattern", "^([0-9]+\\.?[0-9]*|\\.[0-9]+)(ms|s|m|h)?$"}}});
  all["use"] = any_of({ref("text"), map_of(use_keys(), Place::Filled)});
  return all;
}

}  // namespace casement::schema
