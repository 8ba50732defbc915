#include "casement/mcp/schema_check.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace casement::mcp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Json kClick = Json::parse(R"({"type": "object", "additionalProperties": false, "required": ["ref"],
  "properties": {"ref": {"type": "string", "description": "of a snapshot"},
                 "button": {"enum": ["left", "right"]},
                 "times": {"type": "integer", "minimum": 1, "maximum": 3},
                 "keys": {"type": "array", "items": {"type": "string"}, "maxItems": 2}}})");

std::vector<std::string> problems_of(const char* value, const Json& schema = kClick) {
  return schema_problems(Json::parse(value), schema);
}

TEST(SchemaCheck, AcceptsValidValues) {
  EXPECT_THAT(problems_of(R"({"ref": "e5", "button": "left", "times": 2.0, "keys": ["Alt"]})"), IsEmpty());
}

TEST(SchemaCheck, NamesAMissingPropertyAndItsPurpose) {
  EXPECT_THAT(problems_of("{}"), ElementsAre("'ref' is missing: of a snapshot"));
}

TEST(SchemaCheck, NamesTheNearestOfAnUnknownProperty) {
  EXPECT_THAT(problems_of(R"({"ref": "e5", "buton": "left"})"), ElementsAre(HasSubstr("did you mean 'button'?")));
}

TEST(SchemaCheck, NamesTheTypeThatIsExpected) {
  EXPECT_THAT(problems_of(R"({"ref": 5})"), ElementsAre("'ref' is a number, expected a text"));
  EXPECT_THAT(problems_of(R"({"ref": "e5", "keys": ["Alt", 7]})"),
              ElementsAre("'keys[1]' is a number, expected a text"));
}

TEST(SchemaCheck, NamesTheChoicesAndBounds) {
  EXPECT_THAT(problems_of(R"({"ref": "e5", "button": "rihgt"})"), ElementsAre(HasSubstr("did you mean \"right\"?")));
  EXPECT_THAT(problems_of(R"({"ref": "e5", "times": 9})"), ElementsAre("'times' is 9, but must be at most 3"));
  EXPECT_THAT(problems_of(R"({"ref": "e5", "keys": ["a", "b", "c"]})"), ElementsAre(HasSubstr("at most 2")));
}

TEST(SchemaCheck, ReadsReferencesAndConditions) {
  const Json schema = Json::parse(R"({"type": "object", "$defs": {"n": {"type": "number"}},
    "properties": {"n": {"$ref": "#/$defs/n"}, "by": {"type": "string"}, "phone": {"type": "string"}},
    "if": {"properties": {"by": {"const": "phone"}}, "required": ["by"]}, "then": {"required": ["phone"]}})");
  EXPECT_THAT(problems_of(R"({"n": "x"})", schema), ElementsAre(HasSubstr("expected a number")));
  EXPECT_THAT(problems_of(R"({"by": "phone"})", schema), ElementsAre("'phone' is missing"));
  EXPECT_THAT(problems_of(R"({"by": "mail"})", schema), IsEmpty());
}

TEST(SchemaCheck, EndsDespiteCircularReferences) {
  EXPECT_THAT(problems_of("{}", Json::parse(R"({"$ref": "#"})")), IsEmpty());
}

TEST(SchemaCheck, EndsIfASchemaContainsItselfManyTimes) {
  EXPECT_THAT(problems_of("{}", Json::parse(R"({"allOf": [{"$ref": "#"}, {"$ref": "#"}, {"$ref": "#"}]})")), IsEmpty());
}

TEST(SchemaCheck, ReportsAtMostTenProblems) {
  Json many = {{"ref", "e1"}};
  for (int i = 0; i < 100; ++i) many["unknown" + std::to_string(i)] = i;
  EXPECT_EQ(schema_problems(many, kClick).size(), 10U);
}

}  // namespace
}  // namespace casement::mcp
