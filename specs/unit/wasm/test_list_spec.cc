#include "casement/wasm/test_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casement::wasm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const std::vector<ListedTest>& tests) {
  std::vector<std::string> all;
  for (const ListedTest& test : tests) all.push_back(test.name);
  return all;
}

TEST(TestList, RecognisesFrameworks) {
  EXPECT_EQ(framework_in("..--gtest_list_tests.."), Framework::GoogleTest);
  EXPECT_EQ(framework_in("..--list-tests --list-test-names-only.."), Framework::Catch2);
  EXPECT_EQ(framework_in("..--list-tests.."), Framework::Catch3);
  EXPECT_EQ(framework_in("..list-test-cases.."), Framework::Doctest);
  EXPECT_EQ(framework_in("..list_content.."), Framework::Boost);
  EXPECT_EQ(framework_in("int main()"), std::nullopt);
  EXPECT_EQ(framework_named("catch3"), Framework::Catch3);
  EXPECT_EQ(framework_named("cppunit"), std::nullopt);
}

TEST(TestList, ReadsGoogleTest) {
  const std::vector<ListedTest> tests =
      read_test_list(Framework::GoogleTest,
                     "Running main() from gtest_main.cc\nCart.\n  Adds\n  DISABLED_Later\n"
                     "Prices/Price.  # TypeParam = int\n  Rounds/0  # GetParam() = 1.5\n",
                     "");
  EXPECT_THAT(names(tests), ElementsAre("Cart.Adds", "Cart.Later", "Prices/Price.Rounds/0"));
  EXPECT_THAT(tests[0].arguments, ElementsAre("--gtest_filter=Cart.Adds"));
  EXPECT_TRUE(tests[1].is_disabled);
  EXPECT_THAT(tests[1].arguments, ElementsAre("--gtest_filter=Cart.DISABLED_Later", "--gtest_also_run_disabled_tests"));
  EXPECT_THAT(tests[2].arguments, ElementsAre("--gtest_filter=Prices/Price.Rounds/0"));
}

TEST(TestList, ReadsCatch2) {
  const std::vector<ListedTest> tests =
      read_test_list(Framework::Catch2, "adds, and [removes]\n\"#1 is first\"\n\n", "");
  EXPECT_THAT(names(tests), ElementsAre("adds, and [removes]", "#1 is first"));
  EXPECT_THAT(tests[0].arguments, ElementsAre("adds\\, and \\[removes\\]"));
}

TEST(TestList, ReadsDoctest) {
  const std::vector<ListedTest> tests = read_test_list(
      Framework::Doctest,
      "<?xml version=\"1.0\"?>\n<doctest>\n  <TestCase name=\"a &lt; b, c\" filename=\"t.cc\" line=\"3\"/>\n"
      "  <TestCase name=\"later\" filename=\"t.cc\" line=\"9\" skipped=\"true\"/>\n</doctest>\n",
      "");
  EXPECT_THAT(names(tests), ElementsAre("a < b, c", "later"));
  EXPECT_THAT(tests[0].arguments, ElementsAre("--test-case=a < b\\, c", "--case-sensitive=true"));
  EXPECT_FALSE(tests[0].is_disabled);
  EXPECT_TRUE(tests[1].is_disabled);
}

TEST(TestList, ReadsBoostTest) {
  const std::vector<ListedTest> tests =
      read_test_list(Framework::Boost, "", "cart*\n    adds*: takes an item\n    later\ntop*\n");
  EXPECT_THAT(names(tests), ElementsAre("cart/adds", "cart/later", "top"));
  EXPECT_THAT(tests[0].arguments, ElementsAre("--run_test=cart/adds"));
  EXPECT_TRUE(tests[1].is_disabled);
}

TEST(TestList, NumbersEqualNames) {
  EXPECT_THAT(names(read_test_list(Framework::Catch2, "adds\nadds\n", "")), ElementsAre("adds", "adds #2"));
}

TEST(TestList, HasNoTestsInOtherOutput) {
  for (const Framework framework : {Framework::GoogleTest, Framework::Doctest, Framework::Boost}) {
    EXPECT_THAT(read_test_list(framework, "  hello\n        deep\n", ""), IsEmpty());
  }
}

TEST(TestList, RecognisesTestsThatRanNothing) {
  EXPECT_TRUE(has_run_nothing(Framework::GoogleTest, "[==========] Running 0 tests from 0 test suites."));
  EXPECT_FALSE(has_run_nothing(Framework::GoogleTest, "[==========] Running 1 test from 1 test suite."));
  EXPECT_TRUE(has_run_nothing(Framework::Doctest, "[doctest] test cases: 0 | 0 passed"));
  EXPECT_FALSE(has_run_nothing(Framework::Boost, "No test cases matched"));
  EXPECT_TRUE(has_skipped_itself(Framework::GoogleTest, 0, "[  SKIPPED ] Cart.Adds"));
  EXPECT_FALSE(has_skipped_itself(Framework::GoogleTest, 1, "[  SKIPPED ] Cart.Adds"));
  EXPECT_TRUE(has_skipped_itself(Framework::Catch3, 4, ""));
}

}  // namespace
}  // namespace casement::wasm
