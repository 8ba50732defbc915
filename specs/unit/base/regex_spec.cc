#include "casement/base/regex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "casement/base/regex_deadline.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

bool found(std::string_view pattern, std::string_view text, std::string_view flags = "") {
  return Regex(pattern, flags).found_in(text);
}

// Message and place of what is wrong in it.
std::pair<std::string, std::size_t> problem(std::string_view pattern, std::string_view flags = "") {
  try {
    Regex{pattern, flags};
  } catch (const RegexError& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Authoring);
    return {error.message(), error.at()};
  }
  return {"none", 0};
}

TEST(Regex, FindsAnywhere) {
  EXPECT_TRUE(found("order \\d+", "your order 42 is placed"));
  EXPECT_FALSE(found("^order", "your order"));
  EXPECT_TRUE(found("", ""));
  EXPECT_TRUE(found("^$", std::string_view()));
}

TEST(Regex, MatchesCodePoints) {
  EXPECT_TRUE(found("^.$", "😀"));
  EXPECT_TRUE(found("^\\u{1F600}$", "😀"));
  EXPECT_TRUE(found("^\\ud83d\\ude00$", "😀"));
  EXPECT_TRUE(found("^\\xe9\\u00e9$", "éé"));
  EXPECT_TRUE(found("ÄRGER", "ärger", "i"));
}

TEST(Regex, HasJavaScriptsSetsOfCharacters) {
  EXPECT_FALSE(found("\\w", "é"));
  EXPECT_FALSE(found("\\d", "٣"));
  EXPECT_TRUE(found("^\\p{L}+\\s\\P{L}$", "été\u00A07"));
  EXPECT_TRUE(found("^[\\s\\S]$", "\n"));
  EXPECT_FALSE(found("^.$", "\n"));
  EXPECT_FALSE(found("a$", "a\n"));
  EXPECT_TRUE(found("^[^]$", "\n"));
  EXPECT_FALSE(found("[]", "x"));
  EXPECT_TRUE(found("^\\v$", "\v"));
  EXPECT_FALSE(found("^\\v$", "\n"));
  EXPECT_TRUE(found("^[\\b]$", "\b"));
  EXPECT_TRUE(found("^\\p{Script=Greek}$", "λ"));
}

TEST(Regex, HasGroups) {
  EXPECT_THAT(Regex("(\\w+) (?<number>\\d+)(x)?").groups("order 17 stored"),
              ElementsAre("order 17", "order", "17", ""));
  EXPECT_THAT(Regex("(a)").groups("b"), ElementsAre());
  EXPECT_TRUE(found("^(?<one>a)b\\k<one>\\1$", "abaa"));
  EXPECT_TRUE(found("(?<=€)\\d(?! off)", "€7"));
}

TEST(Regex, ReplacesEachMatchThatIsNotEmpty) {
  EXPECT_EQ(Regex("\\d+").replaced("a1b22c", "•"), "a•b•c");
  EXPECT_EQ(Regex("x*").replaced("éxéxx", "•"), "é•é•");
  EXPECT_EQ(Regex("x*").replaced("aé", "•"), std::nullopt);
  EXPECT_EQ(Regex("secret").replaced("\xFF secret", "•"), "\uFFFD •");
}

TEST(Regex, TakesAnyBytesForText) {
  EXPECT_TRUE(found("^a.b$",
                    "a\xFF"
                    "b"));
  EXPECT_TRUE(found("b", std::string_view("a\0b", 3)));
}

// A sign may be escaped though it has no meaning, and stand alone where it could have none.
TEST(Regex, ForgivesWhatJavaScriptForgivesWithoutU) {
  EXPECT_TRUE(found("^\\-\\\"\\#}]{$", "-\"#}]{"));
  EXPECT_TRUE(found("^[\\w-]+$", "a-b"));
  EXPECT_TRUE(found("^[a[]+$", "[a"));
}

TEST(Regex, MeansTheSameInAPage) {
  EXPECT_EQ(Regex("\\-\\/[\\w-\\\"[]]{1}{\\v\\s(?<a>x)").script_source(), "-\\/[\\w\\-\"\\[]\\]{1}\\{\\v\\s(?<a>x)");
  EXPECT_EQ(Regex("a").script_flags(), "u");
  EXPECT_EQ(Regex("a", "i").script_flags(), "iu");
}

TEST(Regex, ReportsThePlaceOfASyntaxError) {
  EXPECT_EQ(problem("ab(c"), std::pair(std::string("this ( has no closing )"), std::size_t{2}));
  EXPECT_EQ(problem("ab)"), std::pair(std::string("this ) has no opening ("), std::size_t{2}));
  EXPECT_EQ(problem("é[a").second, 2u);
  EXPECT_EQ(problem("\\s\\v[z-a]").second, 7u);
  EXPECT_THAT(problem("a\\p{Lu}", "i"), testing::Pair(HasSubstr("the flag i ignores"), 1u));
  EXPECT_THAT(problem("a", "g").first, HasSubstr("flag 'g'"));
}

// What PCRE2 has over JavaScript, and what each of the two would understand in its own way.
TEST(Regex, RefusesOtherDialects) {
  for (const char* const expression :
       {"*a",     "a**",         "a*+",     "a?\?+", "a{2}+",    "^*",   "\\b+",       "(?=a)*",   "(*UCP)a",
        "(?i)a",  "(?>a)",       "(?|a|b)", "(?#a)", "(?P<n>a)", "(?R)", "\\Aa",       "a\\z",     "\\Qa\\E",
        "\\K",    "\\R",         "\\h",     "\\X",   "\\G",      "\\C",  "\\N",        "\\g{1}",   "\\01",
        "\\2(a)", "\\x4",        "\\u12",   "\\u{}", "\\ud800",  "\\c1", "\\p{Greek}", "\\p{Xan}", "\\pL",
        "\\k",    "[[:alpha:]]", "[\\1]",   "[\\B]", "a\\",      "[",    "[a",         "(?<=a+)b", "\\u{110000}"}) {
    EXPECT_NE(problem(expression).first, "none") << expression;
  }
}

TEST(Regex, HasNoExpressionThatEndsTheProgram) {
  EXPECT_THAT(problem(std::string(5000, '(') + std::string(5000, ')')).first, HasSubstr("too deeply nested"));
  EXPECT_THAT(problem(std::string(30'000, 'a')).first, HasSubstr("too long"));
  EXPECT_NE(problem("((a{1,9999}){1,9999}){1,9999}").first, "none");
  EXPECT_FALSE(found("(.|x)*z", std::string(9000, 'a')));
}

TEST(Regex, GivesUpOnAnExpressionThatTakesTooLong) {
  for (const char* const expression : {"(a+)+$", "(a|aa)+$", "(a*)*b|c$", "^(a|b)*c$"}) {
    try {
      found(expression, std::string(2'000'000, 'a') + "d");
      ADD_FAILURE() << expression;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Authoring);
      EXPECT_THAT(error.message(), HasSubstr("on a text of 2000001 characters is too slow"));
    }
  }
}

// Each of them is just within what one search may take.
TEST(RegexDeadline, EndsThousandsOfSearchesTogether) {
  const Regex slow("^(a|aa)+$");
  const std::string text = std::string(24, 'a') + "b";
  const RegexDeadline searches(Deadline::in(std::chrono::milliseconds(100)));
  try {
    for (int i = 0; i < 1'000'000; ++i) slow.found_in(text);
    ADD_FAILURE() << "compared them all";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Timeout);
    EXPECT_THAT(error.message(), HasSubstr("/^(a|aa)+$/ could not be compared with all texts in time"));
  }
}

TEST(RegexDeadline, HoldsInsideAndNoLonger) {
  const Deadline late = Deadline::in(std::chrono::hours(1)), later = Deadline::in(std::chrono::hours(2));
  {
    const RegexDeadline outer(late);
    {
      const RegexDeadline inner(later);
      EXPECT_EQ(RegexDeadline::current().when(), late.when());
      const RegexDeadline over(Deadline::in(std::chrono::hours(-1)));
      EXPECT_THROW(found("a", "a"), Error);
    }
    EXPECT_EQ(RegexDeadline::current().when(), late.when());
    EXPECT_TRUE(found("a", "a"));
  }
  EXPECT_TRUE(RegexDeadline::current().is_never());
}

TEST(Regex, SearchesALongTextToItsEnd) {
  EXPECT_TRUE(found("x\\d$", std::string(1'000'000, 'a') + "x7"));
}

}  // namespace
}  // namespace casement
