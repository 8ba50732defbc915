// What the page tells of the parts that it has read anew, put into the reading before.
#include "casement/reading/partial_reading.h"

#include <gtest/gtest.h>

#include <string>

#include "casement/base/error.h"

namespace casement::specs {
namespace {

const std::string kBefore = "header\n0\tone\n0\ttwo\n0\tthree\n";

std::string whole_text(const std::string& told, const std::string& before = kBefore) {
  return whole_reading(told, before).text;
}

TEST(PartialReading, IsCompleteIfItIsOfTheWholeDocument) {
  const WholeReading whole = whole_reading("~7\t-1\t-1\t40\nheader\n0\tnew\n", "");
  EXPECT_EQ(whole.number, 7u);
  EXPECT_FALSE(whole.is_of_parts);
  EXPECT_EQ(whole.text, "header\n0\tnew\n");
}

TEST(PartialReading, PutsNewLinesBetweenThoseThatStay) {
  const WholeReading whole = whole_reading("~8\t1\t1\t3\nheader 2\n0\tchanged\n0\tmore\n", kBefore);
  EXPECT_TRUE(whole.is_of_parts);
  EXPECT_EQ(whole.number, 8u);
  EXPECT_EQ(whole.elements_walked, 3u);
  EXPECT_EQ(whole.text, "header 2\n0\tone\n0\tchanged\n0\tmore\n0\tthree\n");
}

TEST(PartialReading, TakesAwayAddsAtEitherEndAndLeavesAll) {
  EXPECT_EQ(whole_text("~1\t0\t2\t0\nheader\n"), "header\n0\ttwo\n0\tthree\n");
  EXPECT_EQ(whole_text("~1\t1\t0\t0\nheader\n"), "header\n0\tone\n");
  EXPECT_EQ(whole_text("~1\t0\t3\t0\nheader\n0\tfirst\n"), "header\n0\tfirst\n0\tone\n0\ttwo\n0\tthree\n");
  EXPECT_EQ(whole_text("~1\t3\t0\t0\nheader\n0\tlast\n"), "header\n0\tone\n0\ttwo\n0\tthree\n0\tlast\n");
  EXPECT_EQ(whole_text("~1\t3\t0\t0\nheader\n"), kBefore);
  EXPECT_EQ(whole_text("~1\t0\t0\t0\nheader\n"), "header\n");
  EXPECT_EQ(whole_text("~1\t0\t0\t0\nheader\n0\tnew\n", "header\n"), "header\n0\tnew\n");
}

// A reading that is not the one the page means would be taken for the page's own words.
TEST(PartialReading, ThrowsIfItDoesNotFit) {
  for (const std::string told : {"~1\t4\t0\t0\nheader\n", "~1\t0\t4\t0\nheader\n", "~1\t2\t2\t0\nheader\n", "~1\n", "~",
                                 "~x\t1\t1\t1\nheader\n", "~1\t1\t1\t1\nheader"}) {
    EXPECT_THROW(whole_text(told), Error) << told;
  }
  EXPECT_THROW(whole_text("~1\t0\t0\t0\nheader\n", ""), Error);
}

TEST(PartialReading, IsDistinguishedFromAWholeReading) {
  EXPECT_TRUE(is_partial_reading("~1\t-1\t-1\t0\ncasement/1\n"));
  EXPECT_FALSE(is_partial_reading("casement/1\thttp://top.test/\n"));
  EXPECT_FALSE(is_partial_reading("="));
  EXPECT_FALSE(is_partial_reading(""));
}

}  // namespace
}  // namespace casement::specs
