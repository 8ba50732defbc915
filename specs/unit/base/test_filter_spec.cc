#include "casement/base/test_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement {
namespace {

using Names = std::vector<std::string>;

Names selected(const std::string& text, const std::vector<Names>& tests) {
  const TestFilter filter(text, tests);
  Names found;
  for (const Names& names : tests) {
    if (filter.selects(names)) found.push_back(names.front());
  }
  return found;
}

const std::vector<Names> kTests{
    {"cart.adds"}, {"cart.slow", "slow"}, {"sign-in.ok"}, {"sign-in.slow"}, {"at 10:30 - late"}};

TEST(TestFilter, MatchesWholeNames) {
  EXPECT_EQ(selected("cart.adds", kTests), Names{"cart.adds"});
  EXPECT_EQ(selected("cart", kTests), Names());
  EXPECT_EQ(selected("slow", kTests), Names{"cart.slow"});
}

TEST(TestFilter, KnowsWildcards) {
  EXPECT_EQ(selected("cart.*", kTests), (Names{"cart.adds", "cart.slow"}));
  EXPECT_EQ(selected("*.??ds", kTests), Names{"cart.adds"});
  EXPECT_EQ(selected("*", kTests).size(), 5u);
}

TEST(TestFilter, LeavesOutWhatFollowsTheMinus) {
  EXPECT_EQ(selected("cart.*-*slow", kTests), Names{"cart.adds"});
  EXPECT_EQ(selected("-*slow*:at*", kTests), (Names{"cart.adds", "sign-in.ok"}));
  EXPECT_EQ(selected("cart.*-cart.slow:sign-in.*", kTests), Names{"cart.adds"});
}

TEST(TestFilter, KnowsAMinusAndAColonInNames) {
  EXPECT_EQ(selected("at 10:30 - late", kTests), Names{"at 10:30 - late"});
  EXPECT_EQ(selected("sign-in.*", kTests), (Names{"sign-in.ok", "sign-in.slow"}));
  EXPECT_EQ(selected("sign-in.*:cart.adds", kTests), (Names{"cart.adds", "sign-in.ok", "sign-in.slow"}));
  EXPECT_EQ(selected("sign-in.*-*slow", kTests), Names{"sign-in.ok"});
  EXPECT_EQ(selected("sign-in.*:other.*", kTests), (Names{"sign-in.ok", "sign-in.slow"}));
}

TEST(TestFilter, SelectsNothingIfNothingMatches) {
  for (const char* text : {"none", "none-*slow", "none:other", ":", ""})
    EXPECT_EQ(selected(text, kTests), Names()) << text;
  EXPECT_EQ(selected("*", {}), Names());
}

}  // namespace
}  // namespace casement
