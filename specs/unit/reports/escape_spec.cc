#include "casement/reports/escape.h"

#include <gtest/gtest.h>

#include "example_runs.h"

namespace casement::reports {
namespace {

TEST(VisibleLine, ShowsControlCharactersAsEscapes) {
  EXPECT_EQ(visible_line(std::string("a\0b\x1b[2J\x7f", 8)), R"(a\x00b\x1b[2J\x7f)");
}

TEST(VisibleLine, ShowsEightBitControlsAsEscapes) {
  EXPECT_EQ(visible_line("\xC2\x9B"
                         "31m"),
            R"(\x9b31m)");
}

TEST(VisibleLine, StaysInItsLine) {
  EXPECT_EQ(visible_line("a\r\nb\tc\xE2\x80\xA8"
                         "d"),
            R"(a\r\nb\tc\u2028d)");
}

TEST(VisibleLine, ShowsBidirectionalControls) {
  EXPECT_EQ(visible_line("\xE2\x80\xAE"
                         "gpj.exe\xE2\x81\xA9"),
            R"(\u202egpj.exe\u2069)");
}

TEST(VisibleLine, ShowsCharactersThatXmlForbids) {
  EXPECT_EQ(visible_line("\xEF\xBF\xBE\xEF\xBF\xBF"), R"(\ufffe\uffff)");
}

TEST(VisibleLine, ReplacesInvalidUtf8) {
  EXPECT_EQ(visible_line("\xED\xA0\x80\xFF"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(VisibleLine, NamesNoAttachmentAndGivesNoOrder) {
  EXPECT_EQ(visible_line("see [[[ATTACHMENT|/etc/passwd]]"), "see [[ [ATTACHMENT|/etc/passwd]]");
  EXPECT_EQ(visible_line("[[attachment|x]]"), "[ [attachment|x]]");
  EXPECT_EQ(visible_line("a ##[error]b ##vso[task.setvariable]c ##teamcity[x]"),
            "a # #[error]b # #vso[task.setvariable]c # #teamcity[x]");
  EXPECT_EQ(visible_line("::error::x"), ": :error::x");
  EXPECT_EQ(visible_lines("a\r\n \t::set-output name=x::y\nstd::string b"),
            "a\n \t: :set-output name=x::y\nstd::string b");
  EXPECT_EQ(visible_line(":: [[a]] # [ref=e1]"), ":: [[a]] # [ref=e1]");
}

TEST(VisibleLine, KeepsEveryScript) {
  const std::string text = "Größe · 價格 · سعر · 😀";
  EXPECT_EQ(visible_line(text), text);
}

TEST(VisibleLines, KeepsLineFeedsAndTabsOnly) {
  EXPECT_EQ(visible_lines("a\r\nb\tc\rd\x0B"), "a\nb\tc\\rd\\x0b");
}

TEST(EscapeMarkup, EscapesTheCharactersOfMarkup) {
  EXPECT_EQ(escape_markup("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
}

// RFC 4648, section 10.
}  // namespace
}  // namespace casement::reports
