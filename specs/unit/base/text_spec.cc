#include "casement/base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(Text, ReplacesEachMaximalIllFormedPart) {
  EXPECT_EQ(to_valid_utf8("a\xE2\x82z\xFF"), "a\xEF\xBF\xBDz\xEF\xBF\xBD");
}

TEST(Text, RefusesSurrogatesAndOverlongForms) {
  EXPECT_EQ(to_valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(to_valid_utf8("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Text, KeepsWellFormedText) {
  EXPECT_EQ(to_valid_utf8("é€😀"), "é€😀");
}

TEST(Text, RecognizesWellFormedText) {
  EXPECT_TRUE(is_valid_utf8(""));
  EXPECT_TRUE(is_valid_utf8("plain text that is longer than eight bytes, é€😀"));
  EXPECT_TRUE(is_valid_utf8(std::string_view("\0", 1)));
  for (const char* bad : {"\xFF", "12345678\xC3", "1234567\xED\xA0\x80", "\xC0\x80", "\xE2\x82"}) {
    EXPECT_FALSE(is_valid_utf8(bad));
  }
}

TEST(Text, CountsCodePoints) {
  EXPECT_EQ(count_characters("a€😀"), 3u);
}

TEST(Text, ShortensOnACharacterBorder) {
  EXPECT_EQ(shorten("€€€", 2), "€€…");
  EXPECT_EQ(shorten("€€", 2), "€€");
}

TEST(Text, CollapsesWhiteSpace) {
  EXPECT_EQ(collapse_white_space(" a \n\t b "), "a b");
}

TEST(Text, MatchesAGlob) {
  EXPECT_TRUE(glob_match("*/receipt/*", "http://shop.test/receipt/17"));
  EXPECT_TRUE(glob_match("a?b", "a?b"));
  EXPECT_FALSE(glob_match("a?b", "axb"));
  EXPECT_FALSE(glob_match("*.pay.test", "http://pay.test/x"));
}

TEST(Text, FindsTheNearestWord) {
  const std::vector<std::string> words{"click", "check", "fill"};
  EXPECT_EQ(nearest_word("clik", words), "click");
  EXPECT_EQ(nearest_word("zzzzzz", words), "");
}

TEST(Text, CountsASwapAsOneEdit) {
  EXPECT_EQ(edit_distance("flil", "fill"), 1u);
}

TEST(Text, SplitsAndIndentsLines) {
  EXPECT_THAT(split_lines("a\n\nb\n"), testing::ElementsAre("a", "", "b"));
  EXPECT_EQ(indent("a\nb", "  "), "  a\n  b");
}

}  // namespace
}  // namespace casement
