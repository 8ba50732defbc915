#include "casement/reports/json_scanner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "casement/base/error.h"

namespace casement::reports {
namespace {

using testing::ElementsAre;

TEST(JsonScanner, ReadsChosenMembersAndSkipsOthers) {
  JsonScanner at(R"( { "skip" : [ {"a" : "]}\\" } , -1.5e3 , null ] , "name":"b" ,"list":[1,2], "last":{} } )");
  std::string name;
  std::vector<std::int64_t> numbers;
  at.object([&](std::string_view key) {
    if (key == "name") {
      name = at.string();
    } else if (key == "list") {
      at.array([&] { numbers.push_back(at.integer()); });
    } else {
      at.skip();
    }
  });
  at.end();
  EXPECT_EQ(name, "b");
  EXPECT_THAT(numbers, ElementsAre(1, 2));
}

TEST(JsonScanner, SkipReturnsTheTextOfTheValue) {
  JsonScanner at(R"([ "a\"]" , {"b":[true]} , 12 ])");
  std::vector<std::string_view> skipped;
  at.array([&] { skipped.push_back(at.skip()); });
  EXPECT_THAT(skipped, ElementsAre(R"("a\"]")", R"({"b":[true]})", "12"));
}

TEST(JsonScanner, DecodesEscapesAndKeepsUtf8) {
  EXPECT_EQ(JsonScanner(R"("\u00e9\n\"\\")").string(), "\xC3\xA9\n\"\\");
  EXPECT_EQ(JsonScanner("\"\xC3\xA9\"").string(), "\xC3\xA9");
}

TEST(JsonScanner, ReadsNumbersAndBooleans) {
  EXPECT_EQ(JsonScanner("-12.5e1").number(), -125);
  EXPECT_EQ(JsonScanner(" 7 ").integer(), 7);
  EXPECT_TRUE(JsonScanner("true").boolean());
  EXPECT_FALSE(JsonScanner("false").boolean());
}

TEST(JsonScanner, RefusesValuesOfAnotherForm) {
  const auto refuses = [](std::string_view text, auto read) {
    JsonScanner at(text);
    EXPECT_THROW(read(at), Error) << text;
  };
  for (const char* text : {"", "5", "\"cut", "\"\\x\"", "\"\xFF\"", "\"\n\"", "null"}) {
    refuses(text, [](JsonScanner& at) { at.string(); });
  }
  for (const char* text : {"", "nan", "inf", "\"1\"", "1x", "1e999"}) {
    refuses(text, [](JsonScanner& at) { at.number(); });
  }
  for (const char* text : {"1.5", "null", "99999999999999999999"}) {
    refuses(text, [](JsonScanner& at) { at.integer(); });
  }
  for (const char* text : {"", "{", "[{\"a\":1}", "]", ",", "\"a"}) {
    refuses(text, [](JsonScanner& at) { at.skip(); });
  }
  for (const char* text : {"[1", "[1 2]", "[1,]", "{}"}) {
    refuses(text, [](JsonScanner& at) { at.array([&] { at.skip(); }); });
  }
  for (const char* text : {"{\"a\"}", "{\"a\":1,}", "{\"\\u0061\":1}", "[]"}) {
    refuses(text, [](JsonScanner& at) { at.object([&](std::string_view) { at.skip(); }); });
  }
  refuses("1 2", [](JsonScanner& at) {
    at.skip();
    at.end();
  });
}

TEST(JsonScanner, SkipsDeepTextsWithoutRecursion) {
  const std::string deep(1'000'000, '[');
  EXPECT_THROW(JsonScanner(deep).skip(), Error);
  EXPECT_EQ(JsonScanner(deep + std::string(deep.size(), ']')).skip().size(), 2 * deep.size());
}

}  // namespace
}  // namespace casement::reports
