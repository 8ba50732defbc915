#include "casement/reports/line_diff.h"

#include <gtest/gtest.h>

#include <string>

namespace casement::reports {
namespace {

std::string shown(std::string_view before, std::string_view after) {
  std::string text;
  for (const DiffLine& line : diff_lines(before, after)) {
    text += line.kind == DiffLine::Kind::Same ? ' ' : line.kind == DiffLine::Kind::Added ? '+' : '-';
    text += std::string(line.text) + " ";
  }
  return text;
}

TEST(LineDiff, KeepsEqualLines) {
  EXPECT_EQ(shown("a\nb\nc", "a\nb\nc"), " a  b  c ");
  EXPECT_EQ(shown("", ""), "");
}

TEST(LineDiff, ShowsAddedAndRemovedLines) {
  EXPECT_EQ(shown("a\nb\nc", "a\nx\nc"), " a -b +x  c ");
  EXPECT_EQ(shown("a\nb", "b\nc"), "-a  b +c ");
  EXPECT_EQ(shown("", "a"), "+a ");
  EXPECT_EQ(shown("a\na", "a"), " a -a ");
}

// Each line of both texts stands in the difference once, whatever the texts.
TEST(LineDiff, LosesNoLine) {
  std::string before, after;
  for (int i = 0; i < 3000; ++i) {
    before += std::to_string(i * 7 % 31) + "\n";
    after += std::to_string(i * 5 % 29) + "\n";
  }
  std::size_t of_before = 0, of_after = 0;
  for (const DiffLine& line : diff_lines(before, after)) {
    of_before += line.kind != DiffLine::Kind::Added;
    of_after += line.kind != DiffLine::Kind::Removed;
  }
  EXPECT_EQ(of_before, 3000u);
  EXPECT_EQ(of_after, 3000u);
}

}  // namespace
}  // namespace casement::reports
