// That the schema has all that the loader's tables have; specs/runner/schema_spec.cc holds it against flows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/flow/flow_schema.h"
#include "casement/flow/header_table.h"
#include "casement/flow/step_table.h"

namespace casement {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const json& schema() {
  static const json read = json::parse(flow_schema());
  return read;
}
const json& step_map_schema() { return schema().at("/$defs/step/else"_json_pointer); }

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
void expect_same_keys(const json& value, const std::vector<StepKey>& keys, const std::string& where) {
  if (keys.empty()) return;
  SCOPED_TRACE(where);
  bool found = false;
  for (const json& map : maps_in(value)) {
    if (map["additionalProperties"] != false) continue;
    found = true;
    EXPECT_EQ(map["properties"].size(), keys.size());
    for (const StepKey& key : keys) {
      const std::string name(key.name);
      ASSERT_TRUE(map["properties"].contains(name)) << name;
      const json& property = map["properties"][name];
      EXPECT_EQ(property["description"], key.help) << name;
      for (const std::string& word : key.words) EXPECT_THAT(property.dump(), HasSubstr("\"" + word + "\""));
      EXPECT_EQ(property.contains("default"), !key.otherwise.empty()) << name;
      const json required = map.value("required", json::array());
      EXPECT_EQ(std::count(required.begin(), required.end(), name), key.is_needed ? 1 : 0) << name;
      expect_same_keys(property, key.keys, where + "/" + name);
    }
  }
  EXPECT_TRUE(found);
}

TEST(FlowSchema, HasEveryStepWithEachOfItsKeys) {
  for (const StepKind& kind : step_table()) {
    const std::string name(kind.name);
    ASSERT_TRUE(step_map_schema()["properties"].contains(name)) << name;
    const json& argument = step_map_schema()["properties"][name];
    EXPECT_THAT(argument["description"].get<std::string>(), HasSubstr(kind.help)) << name;
    if (kind.shape == ArgumentShape::Text || kind.shape == ArgumentShape::OptionalText) {
      for (const StepKey& key : kind.keys) {
        for (const std::string& word : key.words) EXPECT_THAT(argument.dump(), HasSubstr("\"" + word + "\"")) << name;
      }
      continue;
    }
    expect_same_keys(argument, kind.keys, name);
  }
}

TEST(FlowSchema, HasWhatStandsBesideAnyStepAndNothingElse) {
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

TEST(FlowSchema, SaysWhichDraftItIs) {
  EXPECT_EQ(schema()["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

}  // namespace
}  // namespace casement
