#include "casement/base/line_alignment.h"

#include <gtest/gtest.h>

namespace casement {
namespace {

TEST(LineAlignment, PairsEqualLines) {
  const std::vector<std::string_view> before = {"a", "x", "b", "x", "c"};
  const std::vector<std::string_view> after = {"a", "b", "x", "d", "c"};
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(align_lines(before, after), (Pairs{{0, 0}, {2, 1}, {3, 2}, {4, 4}}));
  EXPECT_EQ(align_lines(before, {}), Pairs{});
  EXPECT_EQ(align_lines({}, {}), Pairs{});
}

// The table for the longest common subsequence is made of what lies between the ends that are alike.
TEST(LineAlignment, PairsTheLinesAtBothEndsOfTextsThatAreTooLongForATable) {
  std::vector<std::string_view> before(50000, "a"), after(50000, "b");
  for (std::vector<std::string_view>* lines : {&before, &after}) lines->front() = lines->back() = "same";
  for (std::vector<std::string_view>* lines : {&before, &after}) lines->push_back("same");
  EXPECT_EQ(align_lines(before, after).size(), 3u);
}

TEST(LineAlignment, TakesNoTimeForTextsThatHaveNothingInCommon) {
  const std::vector<std::string_view> before(50000, "a"), after(50000, "b");
  EXPECT_TRUE(align_lines(before, after).empty());
}

}  // namespace
}  // namespace casement
