#include "casement/yaml/quote_scan.h"

#include <gtest/gtest.h>

#include <string>

namespace casement {
namespace {

// The text of the open quote, or "".
std::string open_in(std::string_view text) {
  const auto found = find_open_quote(text);
  return found ? std::string(text.substr(found->offset, found->length)) : "";
}

TEST(QuoteScan, FindsAQuoteThatOpensAText) {
  EXPECT_EQ(open_in("a: 1\n- b: \"x\nc: \"y\"\n"), "\"x");
  EXPECT_EQ(open_in("a: { b: 'x, c: d }\n"), "'x, c: d }");
}

TEST(QuoteScan, PassesOverQuotesInsideTexts) {
  EXPECT_EQ(open_in("- click: button \"Pay\n"), "");
  EXPECT_EQ(open_in("- log: it's\n"), "");
}

TEST(QuoteScan, PassesOverCommentsAndBlocks) {
  EXPECT_EQ(open_in("# it's: \"x\na: |\n  - \"x\n  b: 'y\nc: d # \"\n"), "");
}

TEST(QuoteScan, KnowsEscapes) {
  EXPECT_EQ(open_in("a: \"x\\\"y\"\nb: 'x''y'\n"), "");
  EXPECT_EQ(open_in("a: 'x''\n"), "'x''");
}

}  // namespace
}  // namespace casement
