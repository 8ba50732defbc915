#include "casement/base/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement {
namespace {

TEST(Json, ReportsErrorsInValidUtf8) {
  try {
    parse_json("\n\xFF");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_TRUE(is_valid_utf8(error.full_text()));
  }
}

TEST(Json, ANumberThatIsTooLargeIsMalformed) {
  try {
    parse_json("[1e999]");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Protocol);
  }
}

TEST(Json, ReplacesALoneHighSurrogate) {
  EXPECT_EQ(parse_json(R"({"t":"a\ud800b"})")["t"],
            "a\xEF\xBF\xBD"
            "b");
}

TEST(Json, ReplacesALoneLowSurrogate) {
  EXPECT_EQ(parse_json(R"(["\udc00"])")[0], "\xEF\xBF\xBD");
}

TEST(Json, KeepsAPair) {
  EXPECT_EQ(parse_json(R"(["\ud83d\ude00"])")[0], "😀");
}

TEST(Json, KeepsAnEscapedBackslashBeforeAU) {
  EXPECT_EQ(parse_json(R"(["\\ud800"])")[0], "\\ud800");
}

TEST(Json, RepairsEachOfTwoHighSurrogates) {
  std::string text = R"("\ud800\ud800\udc00")";
  repair_lone_surrogates(text);
  EXPECT_EQ(text, R"("\uFFFD\ud800\udc00")");
}

TEST(Json, LeavesATruncatedEscapeToTheParser) {
  std::string text = R"("\ud8)";
  repair_lone_surrogates(text);
  EXPECT_EQ(text, R"("\ud8)");
  EXPECT_THROW(parse_json(text), Error);
}

TEST(Json, RefusesANumberThatNoMachineHas) {
  EXPECT_THROW(parse_json(R"({"n":1e999})"), Error);
}

TEST(Json, RefusesNestingPastTheLimit) {
  EXPECT_THROW(parse_json(std::string(20000, '[') + std::string(20000, ']')), Error);
}

TEST(Json, CountsNoBracketsInsideStrings) {
  EXPECT_EQ(parse_json(R"(["[[[[[[[[\"[["])", 1)[0], "[[[[[[[[\"[[");
}

TEST(Json, DumpsInvalidUtf8AsReplacementCharacters) {
  EXPECT_EQ(dump_json(Json("a\xFF")), "\"a\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace casement
