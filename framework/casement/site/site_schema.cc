#include "casement/site/site_schema.h"

#include <nlohmann/json.hpp>

#include "casement/site/site_keys.h"

namespace casement::site {
namespace {

using SiteSchema = nlohmann::ordered_json;

SiteSchema text_schema() {
  return {{"type", "string"}};
}

SiteSchema word_schema() {
  return {{"type", {"string", "integer", "boolean"}}};
}

SiteSchema word_or_list() {
  return {{"anyOf", {word_schema(), {{"type", "array"}, {"items", word_schema()}}}}};
}

SiteSchema map_with(SiteSchema value) {
  return {{"type", "object"}, {"additionalProperties", std::move(value)}};
}

SiteSchema list_of(SiteSchema value) {
  return {{"type", "array"}, {"items", std::move(value)}};
}

SiteSchema map_or_nothing(SiteSchema map) {
  map["type"] = {"object", "null"};
  return map;
}

SiteSchema rule_schema();
SiteSchema action_schema(std::span<const SiteKey> keys);
SiteSchema map_of_keys(std::span<const SiteKey> keys);

SiteSchema schema_of(const SiteKey& key) {
  switch (key.shape) {
    case SiteKey::Shape::Text:
      return text_schema();
    case SiteKey::Shape::Scalar:
      return word_schema();
    case SiteKey::Shape::Number:
      return {{"type", "integer"}, {"minimum", key.least}, {"maximum", key.most}};
    case SiteKey::Shape::Duration:
      return {{"anyOf",
               {{{"type", "integer"}, {"minimum", key.least}, {"maximum", key.most}},
                {{"type", "string"}, {"pattern", "^([0-9]+[.]?[0-9]*|[.][0-9]+)(ms|s|m)?$"}}}}};
    case SiteKey::Shape::True:
      return {{"const", true}};
    case SiteKey::Shape::Globs:
      return map_with(word_schema());
    case SiteKey::Shape::Headers:
      return map_with(word_or_list());
    case SiteKey::Shape::Any:
      return SiteSchema::object();
    case SiteKey::Shape::Word:
      return {{"enum", key.words}};
    case SiteKey::Shape::Hosts: {
      SiteSchema hosts = map_with({{"type", {"string", "null"}}});
      hosts["propertyNames"] = {{"pattern", "^[a-z0-9-]+([.][a-z0-9-]+)*$"}};
      hosts["minProperties"] = 1;
      return hosts;
    }
    case SiteKey::Shape::HostList:
      return {{"type", {"array", "null"}}, {"items", text_schema()}};
    case SiteKey::Shape::Texts:
      return list_of(text_schema());
    case SiteKey::Shape::Socket:
      return map_or_nothing(map_of_keys(socket_keys()));
    case SiteKey::Shape::SocketMessages:
      return list_of(map_of_keys(socket_message_keys()));
    case SiteKey::Shape::SocketActions:
      return list_of(action_schema(socket_action_keys()));
    case SiteKey::Shape::Match:
      return {{"anyOf", {word_schema(), map_with(word_schema())}}};
    case SiteKey::Shape::Pointers:
      return map_with(text_schema());
    case SiteKey::Shape::Events:
      return {{"type", {"array", "null"}}, {"items", action_schema(event_keys())}};
    case SiteKey::Shape::Rules:
      return {{"type", {"array", "null"}}, {"items", rule_schema()}};
  }
  return SiteSchema::object();
}

SiteSchema map_of_keys(std::span<const SiteKey> keys) {
  SiteSchema schema{{"type", "object"}, {"properties", SiteSchema::object()}, {"additionalProperties", false}};
  for (const SiteKey& key : keys) {
    SiteSchema value = schema_of(key);
    value["description"] = key.help;
    schema["properties"][std::string(key.name)] = std::move(value);
  }
  return schema;
}

// Refuses maps with two of these keys.
void exclude_each_other(SiteSchema& map, std::span<const std::string> names) {
  std::vector<std::string> known;
  for (const std::string& name : names) {
    if (map["properties"].contains(name)) known.push_back(name);
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (std::size_t j = i + 1; j < known.size(); ++j) {
      map["not"]["anyOf"].push_back({{"required", {known[i], known[j]}}});
    }
  }
}

SiteSchema rule_schema() {
  SiteSchema rule = map_of_keys(site_rule_keys());
  exclude_each_other(rule, site_answer_keys());
  return rule;
}

SiteSchema action_schema(std::span<const SiteKey> keys) {
  SiteSchema action = map_of_keys(keys);
  exclude_each_other(action, stream_answer_keys());
  return action;
}

}  // namespace

std::string site_schema() {
  SiteSchema schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                    {"$id", "urn:casement:site.schema.json"},
                    {"title", "A site that Casement serves"}};
  schema.update(map_of_keys(site_keys()));
  schema["required"] = {"hosts"};
  return schema.dump(2) + "\n";
}

}  // namespace casement::site
