#include "casement/reports/columns.h"

#include <gtest/gtest.h>

namespace casement::reports {
namespace {

TEST(Columns, CountsColumnsAsATerminalDoes) {
  EXPECT_EQ(count_columns("pay €"), 5u);
  EXPECT_EQ(count_columns("支払う"), 6u);
  EXPECT_EQ(count_columns("e\u0301"), 1u);
  EXPECT_EQ(count_columns("\U0001F600"), 2u);
  EXPECT_EQ(count_columns("\xff"), 1u);
  EXPECT_EQ(count_columns(""), 0u);
}

TEST(Columns, CutsTextThatDoesNotFit) {
  EXPECT_EQ(fit_columns("abcdef", 6), "abcdef");
  EXPECT_EQ(fit_columns("abcdef", 5), "abcd…");
  EXPECT_EQ(fit_columns("支払う", 6), "支払う");
  EXPECT_EQ(fit_columns("支払う", 5), "支払…");
  EXPECT_EQ(fit_columns("支払う", 4), "支…");
  EXPECT_EQ(fit_columns("abc", 0), "");
}

TEST(Columns, NeverTakeMoreThanThereAre) {
  const std::string text = "a支b払\U0001F600う e\u0301\u0301 \xff ü";
  for (std::size_t columns = 0; columns < 20; ++columns) {
    EXPECT_LE(count_columns(fit_columns(text, columns)), columns);
  }
}

}  // namespace
}  // namespace casement::reports
