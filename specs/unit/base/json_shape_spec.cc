#include "casement/base/json_shape.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

std::string wrong(const char* json, const char* fields) {
  return wrong_shape(Json::parse(json), fields);
}

TEST(JsonShape, NamesTheFieldThatIsMissingOrOfAnotherType) {
  EXPECT_EQ(wrong(R"({"a": 1})", "a!number b:string"), "");
  EXPECT_EQ(wrong(R"({"a": "x"})", "a!number"), "'a' is a string, expected a number");
  EXPECT_EQ(wrong("{}", "a!array"), "'a' is missing");
  EXPECT_EQ(wrong(R"({"a": {"b": true}})", "a.b:string"), "'a.b' is a boolean, expected a string");
  EXPECT_EQ(wrong("[]", "a!array"), "it is an array, expected an object");
}

TEST(JsonShape, ChecksEachElementOfAnArray) {
  EXPECT_EQ(wrong(R"({"all": [{"url": "a"}, {}]})", "all[].url:string"), "");
  EXPECT_EQ(wrong(R"({"all": [{"url": 1}]})", "all[].url:string"), "'all[0].url' is a number, expected a string");
  EXPECT_EQ(wrong(R"({"all": [1]})", "all[].url:string"), "'all[0]' is a number, expected an object");
  EXPECT_EQ(wrong(R"({"all": ["a", "b"]})", "all[]:string"), "");
  EXPECT_EQ(wrong(R"({"all": ["a", null]})", "all[]:string"), "'all[1]' is null, expected a string");
}

}  // namespace
}  // namespace casement
