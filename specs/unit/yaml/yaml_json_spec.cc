#include "casement/yaml/yaml_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/yaml/yaml_source.h"

namespace casement {
namespace {

YamlSource yaml(std::string text) {
  return YamlSource::parse("a.yaml", std::move(text));
}

TEST(YamlJson, ReadsPlainTextsByTheirForm) {
  EXPECT_EQ(to_json(yaml("[1, -2.5, true, null, ~, '3', \"true\", yes, 007, 12 / 34, +5]").root()).dump(),
            R"([1,-2.5,true,null,null,"3","true","yes","007","12 / 34","+5"])");
  EXPECT_EQ(to_json(yaml("a:\nb: { c: [] }\n").root()).dump(), R"({"a":null,"b":{"c":[]}})");
}

TEST(YamlJson, KeepsWhatVariablesMakeATextOne) {
  const auto put_in = [](const YamlNode& node) { return node.text == "${n}" ? std::string("7") : node.text; };
  EXPECT_EQ(to_json(yaml("- '${n}'\n- ${n}\n- 7\n").root(), put_in).dump(), R"(["7","7",7])");
}

TEST(YamlJson, IsReadAsTheEqualTextWouldBe) {
  const nlohmann::json value =
      nlohmann::json::parse(R"({"a":null,"b":{"c":[],"d":[1,-2.5,true,"3","true","# no comment","- x"]},"":"${n}"})");
  EXPECT_EQ(to_json(to_yaml(value)), value);
  EXPECT_TRUE(says_nothing(to_yaml(nullptr)));
}

TEST(YamlJson, RefusesAnEndlessNest) {
  nlohmann::json deep = 1;
  for (int i = 0; i < 32; ++i) deep = nlohmann::json::array({deep});
  EXPECT_NO_THROW(to_yaml(deep));
  EXPECT_THROW(to_yaml(nlohmann::json::array({deep})), Error);
}

TEST(YamlJson, FindsThePlaceOfAPointer) {
  const YamlSource source = yaml("headers:\n  X-A: [one, two]\n  a/b: three\n");
  const auto column_of = [&](const std::string& pointer, bool of_key) {
    const auto place = place_of_pointer(source.root(), pointer, of_key);
    return place ? place->line * 100 + place->column : 0;
  };
  EXPECT_EQ(column_of("", false), 101);
  EXPECT_EQ(column_of("/headers/X-A", true), 203);
  EXPECT_EQ(column_of("/headers/X-A/1", false), 214);
  EXPECT_EQ(column_of("/headers/a~1b", false), 308);
  EXPECT_EQ(column_of("/headers/X-A/2", false), 0);
  EXPECT_EQ(column_of("/headers/X-A/x", false), 0);
  EXPECT_EQ(column_of("/body", false), 0);
}

}  // namespace
}  // namespace casement
