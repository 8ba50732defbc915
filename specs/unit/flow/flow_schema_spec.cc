// That the schema has all that the loader's tables have; specs/runner/schema_spec.cc holds it against flows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/regex.h"
#include "casement/flow/describe/flow_schema.h"
#include "casement/flow/load/header_spec.h"
#include "casement/flow/steps/step_table.h"
#include "casement/site/site_keys.h"
#include "casement/target/target_step.h"

namespace casement {
namespace {

using nlohmann::json;
using testing::HasSubstr;

bool target_has_variable(std::string_view target) {
  return target.find("${") != target.npos;
}

const json& schema() {
  static const json read = json::parse(flow_schema());
  return read;
}
const json& step_map_schema() {
  return schema().at("/$defs/step/else/then"_json_pointer);
}
const json& resolved(const json& value) {
  return value.contains("$ref") ? schema().at(json::json_pointer(value["$ref"].get<std::string>().substr(1))) : value;
}

// The schemas of maps among what a value may be.
std::vector<json> maps_in(const json& value) {
  if (value.contains("$ref")) {
    return maps_in(schema().at(json::json_pointer(value["$ref"].get<std::string>().substr(1))));
  }
  if (value.contains("properties")) return {value};
  std::vector<json> inner = value.value("anyOf", std::vector<json>{});
  if (value.contains("additionalProperties") && value["additionalProperties"].is_object()) {
    inner.push_back(value["additionalProperties"]);
  }
  std::vector<json> maps;
  for (const json& one : inner) {
    for (json& map : maps_in(one)) maps.push_back(std::move(map));
  }
  return maps;
}

// Each key that the table has there, with its words, its help and its default; and no other.
void expect_same_keys(const json& value, const std::vector<ArgSpec>& keys, const std::string& where) {
  if (keys.empty()) return;
  SCOPED_TRACE(where);
  bool found = false;
  for (const json& map : maps_in(value)) {
    if (map["additionalProperties"] != false) continue;
    found = true;
    EXPECT_EQ(map["properties"].size(), keys.size());
    for (const ArgSpec& key : keys) {
      const std::string name(key.name);
      ASSERT_TRUE(map["properties"].contains(name)) << name;
      const json& property = map["properties"][name];
      EXPECT_EQ(property["description"], key.help) << name;
      for (const std::string& word : key.words) EXPECT_THAT(property.dump(), HasSubstr("\"" + word + "\""));
      EXPECT_EQ(property.contains("default"), !key.default_value.empty()) << name;
      const json required = map.value("required", json::array());
      EXPECT_EQ(std::count(required.begin(), required.end(), name), key.is_required ? 1 : 0) << name;
      expect_same_keys(property, key.keys, where + "/" + name);
    }
  }
  EXPECT_TRUE(found);
}

TEST(FlowSchema, HasEveryStepWithEachOfItsKeys) {
  for (const StepSpec& kind : step_table()) {
    const std::string name(kind.name);
    ASSERT_TRUE(step_map_schema()["properties"].contains(name)) << name;
    const json& argument = resolved(step_map_schema()["properties"][name]);
    EXPECT_TRUE(schema().at("/$defs/step/else/else/properties"_json_pointer).contains(name)) << name;
    EXPECT_THAT(argument["description"].get<std::string>(), HasSubstr(kind.help)) << name;
    if (kind.shape == ArgumentShape::Text || kind.shape == ArgumentShape::OptionalText) {
      for (const ArgSpec& key : kind.keys) {
        for (const std::string& word : key.words) EXPECT_THAT(argument.dump(), HasSubstr("\"" + word + "\"")) << name;
      }
      continue;
    }
    expect_same_keys(argument, kind.keys, name);
  }
}

TEST(FlowSchema, HasEachKeyBesideStepsAndNothingElse) {
  for (const StepOption& option : step_options()) {
    EXPECT_TRUE(step_map_schema()["properties"].contains(std::string(option.key.name))) << option.key.name;
  }
  EXPECT_EQ(step_map_schema()["additionalProperties"], false);
  EXPECT_EQ(step_map_schema()["properties"].size(), step_table().size() + step_options().size() + 2);  // then, else
}

TEST(FlowSchema, HasEveryKeyOfTheHeader) {
  EXPECT_EQ(schema()["properties"].size(), header_table().size());
  EXPECT_EQ(schema()["additionalProperties"], false);
  for (const HeaderKey& row : header_table()) {
    const std::string name(row.key.name);
    ASSERT_TRUE(schema()["properties"].contains(name)) << name;
    EXPECT_THAT(schema()["properties"][name]["description"].get<std::string>(), HasSubstr(row.key.help));
    expect_same_keys(schema()["properties"][name], row.key.keys, name);
    EXPECT_EQ(schema()["dependentRequired"].contains(name), row.where == HeaderKey::Where::Flow) << name;
  }
}

TEST(FlowSchema, OffersKeysBesideAStepBeforeOtherSteps) {
  const auto ordered = nlohmann::ordered_json::parse(flow_schema());
  const auto& properties = ordered.at(nlohmann::ordered_json::json_pointer("/$defs/step/else/then/properties"));
  EXPECT_EQ(properties.begin().key(), "timeout");
  EXPECT_EQ(std::next(properties.begin(), static_cast<std::ptrdiff_t>(step_options().size()) - 1).key(),
            step_options().back().key.name);
}

// The pattern refuses nothing that the parser takes, and most of what it does not.
TEST(FlowSchema, ChecksTargetsByAPattern) {
  const Regex pattern(schema().at("/$defs/target/pattern"_json_pointer).get<std::string>());
  for (const char* const target : {"button",
                                   " button \"Pay\" ",
                                   "button\"Pay\"#2",
                                   "image",
                                   "textbox /card [/] \\/ number/i",
                                   "text 'a \"b\"'",
                                   "e5",
                                   "f12_e34",
                                   "css=#pay",
                                   "css=\"form > button\" in iframe",
                                   "css=input[name=\"a b\"]:not( .x )",
                                   "testid=pay",
                                   "label=\"E mail\"",
                                   "placeholder=/x/i",
                                   "alt='a'",
                                   "title=Close",
                                   "listitem that has text \"Pour\" #2 inside list in iframe \"A\" #3 in iframe /B/",
                                   "button ${name}",
                                   "${target}",
                                   "button \"${a}\" inside list",
                                   "button \"a\n b\""}) {
    EXPECT_TRUE(target_has_variable(target) || !find_target_problem(target)) << target;
    EXPECT_TRUE(pattern.found_in(target)) << target;
  }
  for (const char* const target :
       {"buton \"Pay\"", "input \"Name\"", "h1", "id=pay", "xpath=//a", "button Pay", "button \"Pay",
        "button \"Pay\" [disabled]", "#pay", "Checkout", "button \"Pay\" within list", "button \"Pay\" nth=2", "e0",
        "text", "button in", "label="}) {
    EXPECT_TRUE(find_target_problem(target)) << target;
    EXPECT_FALSE(pattern.found_in(target)) << target;
  }
}

TEST(FlowSchema, NamesItsDraft) {
  EXPECT_EQ(schema()["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

TEST(FlowSchema, RouteHasEachKeyOfARuleOfTheSite) {
  const StepSpec& route = *find_step_kind("route");
  for (const site::SiteKey& key : site::site_rule_keys()) {
    EXPECT_EQ(std::ranges::count(route.keys, key.name, &ArgSpec::name), 1) << key.name;
  }
  const auto status = std::ranges::find(route.keys, "status", &ArgSpec::name);
  EXPECT_EQ(status->least, 200);
  EXPECT_EQ(status->help, "of a rule of the site: the status of the answer");
}

}  // namespace
}  // namespace casement
