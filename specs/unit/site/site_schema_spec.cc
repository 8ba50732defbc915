// That the schema has what the reader knows, and that the reader takes what the schema has.
#include "casement/site/site_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/site/site_config.h"
#include "casement/site/site_keys.h"
#include "specs/unit/site/temporary_site.h"

namespace casement::site {
namespace {

using SchemaJson = nlohmann::json;

// An action with the key, and with the keys that it needs.
SchemaJson action_with(const SiteKey& key) {
  static const std::map<std::string_view, SchemaJson> values{
      {"text", "a"},       {"json", {{"id", 1}}}, {"file", "a.txt"}, {"base64", "AQL/"}, {"echo", true},
      {"close", 4000},     {"end", true},         {"drop", true},    {"stall", true},    {"binary", true},
      {"reason", "over"},  {"times", 3},          {"every", "1s"},   {"delay", 5},       {"copy", {{"/id", "/id"}}},
      {"event", "prices"}, {"id", "7"},           {"retry", "1s"}};
  static const std::map<std::string_view, SchemaJson> beside{
      {"binary", {{"file", "a.txt"}}},   {"reason", {{"close", 4000}}},
      {"copy", {{"json", {{"id", 0}}}}}, {"times", {{"text", "a"}, {"every", 5}}},
      {"every", {{"text", "a"}}},        {"delay", {{"text", "a"}}},
      {"event", {{"text", "a"}}}};
  SchemaJson action = beside.contains(key.name) ? beside.at(key.name) : SchemaJson::object();
  action[std::string(key.name)] = values.at(key.name);
  return action;
}

// An argument that the reader takes for the key.
SchemaJson example_of(const SiteKey& key) {
  if (key.name == "host") return "shop.test";
  if (key.name == "path") return "/orders";
  if (key.name == "file") return "index.html";
  switch (key.shape) {
    case SiteKey::Shape::Number:
      return key.most == 599 ? 201 : key.most;
    case SiteKey::Shape::Duration:
      return "300ms";
    case SiteKey::Shape::True:
      return true;
    case SiteKey::Shape::Globs:
      return {{"size", "*"}};
    case SiteKey::Shape::Headers:
      return {{"X-One", "1"}, {"X-Two", {"1", "2"}}};
    case SiteKey::Shape::Word:
      return key.words.back();
    case SiteKey::Shape::Texts:
      return {"v2", "v1"};
    case SiteKey::Shape::Socket:
      return {{"open", {{{"text", "hello"}}}}};
    case SiteKey::Shape::SocketMessages:
      return {{{"match", "a*"}}};
    case SiteKey::Shape::SocketActions:
    case SiteKey::Shape::Events:
      return {{{"text", "hello"}}};
    case SiteKey::Shape::Match:
      return {{"/type", "a*"}};
    default:
      return "a";
  }
}

void expect_keys(const SchemaJson& schema, std::span<const SiteKey> keys) {
  EXPECT_EQ(schema["properties"].size(), keys.size());
  EXPECT_EQ(schema["additionalProperties"], false);
  for (const SiteKey& key : keys) {
    const std::string name(key.name);
    ASSERT_TRUE(schema["properties"].contains(name)) << name;
    EXPECT_EQ(schema["properties"][name]["description"], key.help);
  }
}

TEST(SiteSchema, HasEveryKeyThatTheReaderKnows) {
  const SchemaJson schema = SchemaJson::parse(site_schema());
  expect_keys(schema, site_keys());
  const SchemaJson& rule = schema["properties"]["rules"]["items"];
  expect_keys(rule, site_rule_keys());
  const SchemaJson& socket = rule["properties"]["socket"];
  expect_keys(socket, socket_keys());
  expect_keys(socket["properties"]["open"]["items"], socket_action_keys());
  const SchemaJson& message = socket["properties"]["messages"]["items"];
  expect_keys(message, socket_message_keys());
  expect_keys(message["properties"]["reply"]["items"], socket_action_keys());
  expect_keys(rule["properties"]["events"]["items"], event_keys());
}

TEST(SiteSchema, HasNoKeyThatTheReaderRefuses) {
  for (const SiteKey& key : site_rule_keys()) {
    const SchemaJson rule{{std::string(key.name), example_of(key)}};
    EXPECT_NO_THROW(parse_site_rule(rule)) << rule;
  }
  for (const SiteKey& key : socket_action_keys()) {
    const SchemaJson rule{{"socket", {{"messages", {{{"reply", {action_with(key)}}}}}}}};
    EXPECT_NO_THROW(parse_site_rule(rule)) << rule;
  }
  for (const SiteKey& key : event_keys()) {
    const SchemaJson rule{{"events", {action_with(key)}}};
    EXPECT_NO_THROW(parse_site_rule(rule)) << rule;
  }
  const TemporarySite site("hosts: { a.test: . }\ntls: [a.test]\nrules: []\n");
  EXPECT_NO_THROW(load_site_config(site.folder()));
}

TEST(SiteSchema, KnowsWhichAnswersExcludeEachOther) {
  const std::span<const std::string> answers = site_answer_keys();
  for (const std::string& answer : answers) {
    EXPECT_EQ(std::count_if(site_rule_keys().begin(), site_rule_keys().end(),
                            [&](const SiteKey& key) { return key.name == answer; }),
              1);
  }
  EXPECT_THROW(parse_site_rule({{"text", "a"}, {"drop", true}}), SiteRuleError);
}

}  // namespace
}  // namespace casement::site
