#include "casement/wasm/test_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"

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
  EXPECT_EQ(name_of(Framework::Catch3), "catch3");
  EXPECT_THROW(framework_named("cppunit"), Error);
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

// As GoogleTest: the mark is a prefix of a name, or of what follows a slash.
TEST(TestList, MarksNoTestOfGoogleTestWithTheMarkInItsNameAsDisabled) {
  const std::vector<ListedTest> tests = read_test_list(
      Framework::GoogleTest,
      "Cart.\n  NotDISABLED_Adds\nDISABLED_Shop.\n  DISABLED_Opens\nTeas/DISABLED_Shop.\n  Closes\n", "");
  EXPECT_THAT(names(tests), ElementsAre("Cart.NotDISABLED_Adds", "Shop.Opens", "Teas/Shop.Closes"));
  EXPECT_FALSE(tests[0].is_disabled);
  EXPECT_TRUE(tests[1].is_disabled);
  EXPECT_TRUE(tests[2].is_disabled);
}

TEST(TestList, ReadsCatch2) {
  const std::vector<ListedTest> tests =
      read_test_list(Framework::Catch2, "adds, and [removes]\n\"#1 is first\"\n\n~tea\nexclude: tea\n", "");
  EXPECT_THAT(names(tests), ElementsAre("adds, and [removes]", "#1 is first", "~tea", "exclude: tea"));
  EXPECT_THAT(tests[0].arguments, ElementsAre("adds\\, and \\[removes\\]"));
  EXPECT_THAT(tests[2].arguments, ElementsAre("\\~tea"));
  EXPECT_THAT(tests[3].arguments, ElementsAre("*exclude: tea"));
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

ProgramEnd judged(Framework framework, int code, std::string_view output) {
  ProgramEnd end{.code = code};
  judge_test(framework, output, end);
  return end;
}

TEST(TestList, ATestThatRanNothingFails) {
  EXPECT_EQ(judged(Framework::GoogleTest, 0, "[==========] Running 0 tests from 0 test suites.").code, 1);
  EXPECT_EQ(judged(Framework::GoogleTest, 0, "[==========] Running 1 test from 1 test suite.").code, 0);
  EXPECT_EQ(judged(Framework::GoogleTest, 0, "[ RUN      ] A.B\n[==========] Running 0 tests").code, 0);
  EXPECT_EQ(judged(Framework::Catch2, 0, "No test cases matched 'tea'").reason, "the program ran no test of this name");
  EXPECT_EQ(judged(Framework::Doctest, 0, "[doctest] test cases: 0 | 0 passed").code, 1);
  EXPECT_EQ(judged(Framework::Boost, 0, "No test cases matched").code, 0);
}

TEST(TestList, RecognisesTestsThatSkippedThemselves) {
  const auto is_skipped = [](Framework framework, int code, std::string_view output) {
    const ProgramEnd end = judged(framework, code, output);
    return end.kind == ProgramEnd::Kind::Skipped && end.code == 0;
  };
  EXPECT_TRUE(is_skipped(Framework::GoogleTest, 0, "[  SKIPPED ] Cart.Adds"));
  EXPECT_FALSE(is_skipped(Framework::GoogleTest, 1, "[  SKIPPED ] Cart.Adds"));
  EXPECT_TRUE(is_skipped(Framework::Catch3, 4, "test cases: 1 | 1 skipped"));
  EXPECT_FALSE(is_skipped(Framework::Catch3, 4, "assertions: 4 | 4 failed"));
  EXPECT_FALSE(is_skipped(Framework::Catch2, 4, "test cases: 1 | 1 skipped"));
  ProgramEnd crash{.kind = ProgramEnd::Kind::Crashed, .code = kCrashedCode};
  judge_test(Framework::GoogleTest, "[  SKIPPED ] Cart.Adds", crash);
  EXPECT_EQ(crash.kind, ProgramEnd::Kind::Crashed);
}

}  // namespace
}  // namespace casement::wasm
