#include "casement/runners/tag_expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement::runners {
namespace {

using testing::HasSubstr;

bool matches(std::string_view text, const std::vector<std::string>& tags) {
  return TagExpression(text).matches(tags);
}

std::string problem(std::string_view text) {
  try {
    TagExpression parsed(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return error.full_text();
  }
  return "";
}

TEST(TagExpression, NamesOneTag) {
  EXPECT_TRUE(matches("smoke", {"fast", "smoke"}));
  EXPECT_FALSE(matches("smoke", {"smoke-test"}));
  EXPECT_FALSE(matches("smoke", {}));
}

TEST(TagExpression, BindsNotBeforeAndBeforeOr) {
  EXPECT_TRUE(matches("a or b and c", {"a"}));
  EXPECT_FALSE(matches("(a or b) and c", {"a"}));
  EXPECT_FALSE(matches("not a and b", {"a", "b"}));
  EXPECT_TRUE(matches("not (a and b)", {"a"}));
  EXPECT_TRUE(matches("not not a", {"a"}));
}

TEST(TagExpression, NeedsNoSpaceAtParentheses) {
  EXPECT_TRUE(matches("not(a)or(b)", {"b"}));
}

TEST(TagExpression, ShowsTheColumnOfAMistake) {
  EXPECT_THAT(problem("smoke and and x"), HasSubstr("column 11: a tag is missing before 'and'"));
  EXPECT_TRUE(is_valid_utf8(problem("\xFF)")));
  EXPECT_THAT(problem("smoke slow"), HasSubstr("column 7: 'and' or 'or' is missing before 'slow'"));
  EXPECT_THAT(problem("(a or b"), HasSubstr("column 1: this ( is not closed"));
  EXPECT_THAT(problem("a)"), HasSubstr("column 2: this ) has no opening ("));
  EXPECT_THAT(problem(""), HasSubstr("column 1: a tag is missing at the end"));
  EXPECT_THAT(problem("not"), HasSubstr("column 4: a tag is missing at the end"));
}

TEST(TagExpression, CountsColumnsInCharacters) {
  EXPECT_THAT(problem("größe größe"), HasSubstr("column 7:"));
  EXPECT_THAT(problem("größe größe"), HasSubstr("\n        ^~~~~"));
}

TEST(TagExpression, RefusesEndlessNesting) {
  EXPECT_THAT(problem(std::string(100'000, '(')), HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace casement::runners
