#include "casement/target/text_pattern.h"

#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

bool exact(const char* pattern, std::string_view text) {
  return TextMatcher(TextPattern::exact(pattern)).matches(text);
}
bool regex(const char* pattern, std::string_view text, const char* flags = "") {
  return TextMatcher(TextPattern::regex(pattern, flags)).matches(text);
}

TEST(TextPattern, IsExactExceptWhiteSpace) {
  EXPECT_TRUE(exact("Pay now", "Pay now"));
  EXPECT_TRUE(exact("  Pay \n now ", "Pay now"));
  EXPECT_TRUE(exact("Pay now", "Pay\u00A0now"));
  EXPECT_TRUE(exact("Pay now", "\u2003Pay\u3000\u200Bnow\uFEFF"));
  EXPECT_FALSE(exact("Pay", "Pay now"));
  EXPECT_FALSE(exact("pay now", "Pay now"));
  EXPECT_TRUE(exact("", ""));
  EXPECT_FALSE(exact("", "x"));
}

TEST(TextPattern, FindsAnExpressionAnywhere) {
  EXPECT_TRUE(regex("order \\d+", "Your order 42 is placed"));
  EXPECT_FALSE(regex("^order", "Your order"));
  EXPECT_TRUE(regex("ORDER", "your order", "i"));
}

TEST(TextPattern, SeesCharactersAndNotBytes) {
  EXPECT_TRUE(regex("^.$", "é"));
  EXPECT_TRUE(regex("^[éü]+$", "éü"));
  EXPECT_TRUE(regex("^.$", "😀"));
}

TEST(TextPattern, RefusesUnsupportedExpressions) {
  for (const TextPattern& pattern : {TextPattern::regex("(", ""), TextPattern::regex("[", ""),
                                     TextPattern::regex("(?<=a+)b", ""), TextPattern::regex("a", "g")}) {
    try {
      const TextMatcher matcher(pattern);
      ADD_FAILURE() << pattern.text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Authoring);
    }
  }
}

TEST(TextPattern, PointsAtTheMistakeInAnExpression) {
  try {
    const TextMatcher matcher(TextPattern::regex("é(b"));
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "/é(b/ is not a regular expression: this ( has no closing )");
    EXPECT_EQ(error.trail(), (std::vector<std::string>{"/é(b/", "  ^"}));
  }
}

TEST(TextPattern, IsSearchedForInAllOfALongText) {
  EXPECT_TRUE(regex("total \\d+$", std::string(900'000, 'x') + " total 42"));
}

TEST(TextPattern, ReportsAnExpressionThatTakesTooLong) {
  for (const char* const expression : {"^(a|b)*c$", "(a+)+$"}) {
    try {
      regex(expression, std::string(2'000'000, 'a') + "d");
      ADD_FAILURE() << expression;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Authoring);
    }
  }
}

TEST(TextPattern, IsMatchedInAPageAsUnicode) {
  const TextPattern script = as_script(TextPattern::regex("\\-[\\w\\-]{2}}", "i"));
  EXPECT_EQ(script.text, "-[\\w\\-]{2}\\}");
  EXPECT_EQ(script.flags, "iu");
}

TEST(TextPattern, IsDescribedAsItIsWritten) {
  EXPECT_EQ(describe(TextPattern::exact("a \"b\"")), "\"a \\\"b\\\"\"");
  EXPECT_EQ(describe(TextPattern::regex("a/b\\/c", "i")), "/a\\/b\\/c/i");
}

// Characters of private use, as icon fonts have them.
TEST(TextMatcher, IgnoresIconsAtTheEndsOfAText) {
  EXPECT_TRUE(TextMatcher(TextPattern::exact("Go")).matches("\uf002 Go"));
  EXPECT_TRUE(TextMatcher(TextPattern::exact("Go")).matches("Go\u00a0\uf002\U000F0001"));
  EXPECT_TRUE(TextMatcher(TextPattern::regex("^Go$")).matches("\uf002Go"));
  EXPECT_TRUE(TextMatcher(TextPattern::exact("\uf002 Go")).matches("\uf002 Go"));
  EXPECT_TRUE(TextMatcher(TextPattern::exact("")).matches("\uf002"));
  EXPECT_FALSE(TextMatcher(TextPattern::regex("a")).matches("")) << "an expression is no text";
  EXPECT_FALSE(TextMatcher(TextPattern::exact("\uf003 Go")).matches("\uf002 Go"));
  EXPECT_FALSE(TextMatcher(TextPattern::exact("Go on")).matches("Go \uf002 on"));
  EXPECT_FALSE(TextMatcher(TextPattern::exact("\uf002 Go")).matches("Go"));
  EXPECT_EQ(without_icons("\ue000 a\uf8ffb \U0010FFFD"), "a\uf8ffb");
  EXPECT_EQ(without_icons("\U0001F600 ok"), "\U0001F600 ok");  // an emoji is no icon
}

}  // namespace
}  // namespace casement
