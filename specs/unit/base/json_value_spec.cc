#include "casement/base/json_value.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace casement {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <class Call>
std::string json_error_of(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(JsonValue, IsMadeOfWhatProgramsHave) {
  const std::string text = "a";
  EXPECT_EQ(JsonValue().dump(), "null");
  EXPECT_EQ(JsonValue(nullptr).dump(), "null");
  EXPECT_EQ(JsonValue(true).dump(), "true");
  EXPECT_EQ(JsonValue(-3).dump(), "-3");
  EXPECT_EQ(JsonValue(18446744073709551615u).dump(), "18446744073709551615");
  EXPECT_EQ(JsonValue(1.5).dump(), "1.5");
  EXPECT_EQ(JsonValue("a").dump(), R"("a")");
  EXPECT_EQ(JsonValue(text).dump(), R"("a")");
  EXPECT_EQ(JsonValue(std::string_view(text)).dump(), R"("a")");
  EXPECT_EQ(JsonValue(std::vector<std::string>{"a", "b"}).dump(), R"(["a","b"])");
}

TEST(JsonValue, IsAnObjectIfEachElementIsAPairThatBeginsWithAText) {
  const JsonValue stock{{"left", 3}, {"sizes", {"S", "M"}}, {"shop", {{"open", true}}}};
  EXPECT_EQ(stock.dump(), R"({"left":3,"shop":{"open":true},"sizes":["S","M"]})");
  EXPECT_EQ((JsonValue{1, "two"}).dump(), R"([1,"two"])");
  EXPECT_EQ(JsonValue::array({{"a", 1}}).dump(), R"([["a",1]])");
  EXPECT_EQ(JsonValue::array({}).dump(), "[]");
}

TEST(JsonValue, MayBeAnEmptyListOrObject) {
  EXPECT_EQ(JsonValue::array().dump(), "[]");
  EXPECT_EQ(JsonValue::object().dump(), "{}");
}

TEST(JsonValue, IsComparedWithWhatProgramsHave) {
  EXPECT_EQ(JsonValue(2), 2);
  EXPECT_EQ(JsonValue(2), 2.0);
  EXPECT_EQ(JsonValue("a"), "a");
  EXPECT_EQ("a", JsonValue("a"));
  EXPECT_EQ(JsonValue(true), true);
  EXPECT_EQ(JsonValue(), nullptr);
  EXPECT_NE(JsonValue("2"), 2);
  EXPECT_EQ(JsonValue::parse(R"({"a": [1]})"), (JsonValue{{"a", JsonValue::array({1})}}));
}

TEST(JsonValue, GivesItsParts) {
  const JsonValue page = JsonValue::parse(R"({"n": 4, "list": ["a", "b"], "half": 0.5, "yes": true})");
  EXPECT_EQ(page["n"].get<int>(), 4);
  EXPECT_EQ(page.at("list").at(1).get<std::string>(), "b");
  EXPECT_EQ(page["half"].get<double>(), 0.5);
  EXPECT_TRUE(page["yes"]);
  EXPECT_THAT(page["list"].elements(), ElementsAre("a", "b"));
  EXPECT_EQ(page.size(), 4u);
  EXPECT_TRUE(page.contains("n"));
  EXPECT_FALSE(page.contains("m"));
  EXPECT_TRUE(page.is_object() && page["list"].is_array() && page["n"].is_number() && page["yes"].is_boolean());
}

TEST(JsonValue, NamesItsTypeIfAnotherTypeIsRequested) {
  const JsonValue page = JsonValue::parse(R"({"n": "four", "big": 300, "half": 0.5, "huge": 1e300, "minus": -1})");
  EXPECT_THAT(json_error_of([&] { page["n"].get<int>(); }),
              HasSubstr("expected whole number of that size, but the JSON value is string"));
  EXPECT_THAT(json_error_of([&] { page["big"].get<std::int8_t>(); }),
              HasSubstr("expected whole number of that size, but the JSON value is number"));
  EXPECT_THAT(json_error_of([&] { page["half"].get<int>(); }), HasSubstr("expected whole number"));
  EXPECT_THAT(json_error_of([&] { page["huge"].get<std::int64_t>(); }), HasSubstr("expected whole number"));
  EXPECT_THAT(json_error_of([&] { page["huge"].get<std::uint64_t>(); }), HasSubstr("expected whole number"));
  EXPECT_THAT(json_error_of([&] { page["minus"].get<unsigned>(); }), HasSubstr("expected whole number"));
  EXPECT_THAT(json_error_of([&] { page["m"]; }), HasSubstr("expected object with 'm', but the JSON value is object"));
  EXPECT_THAT(json_error_of([&] { page.at(0); }),
              HasSubstr("expected array with an element 0, but the JSON value is object"));
  EXPECT_THAT(json_error_of([&] { static_cast<void>(static_cast<bool>(page["big"])); }),
              HasSubstr("expected boolean, but the JSON value is number"));
  EXPECT_EQ(JsonValue(4.0).get<int>(), 4);
}

TEST(JsonValue, PrintsItsText) {
  EXPECT_EQ(testing::PrintToString(JsonValue{{"a", 1}}), R"({"a":1})");
}

TEST(JsonValue, ConvertsToTheLibrarysAndBack) {
  const nlohmann::json value = {{"a", {1, 2}}};
  EXPECT_EQ(JsonValue(value), value);
  EXPECT_EQ(value, JsonValue(value));
  const nlohmann::json back = JsonValue(value);
  EXPECT_EQ(back, value);
  EXPECT_THAT(JsonValue(value)["a"].get<std::vector<int>>(), ElementsAre(1, 2));
  EXPECT_EQ(JsonValue("text"), "text");
}

}  // namespace
}  // namespace casement
