#include "casement/base/bazel_test.h"

#include <gtest/gtest.h>

#include <map>

#include "casement/base/error.h"

namespace casement {
namespace {

BazelTest from(std::map<std::string, std::string> variables) {
  return read_bazel_test([variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
  });
}

TEST(BazelTest, IsThereByEitherOfItsMarks) {
  EXPECT_TRUE(from({{"BAZEL_TEST", "1"}}).is_there);
  EXPECT_TRUE(from({{"TEST_SRCDIR", "/s"}, {"TEST_TMPDIR", "/t"}}).is_there);
  EXPECT_FALSE(from({{"TEST_SRCDIR", "/s"}}).is_there);
  EXPECT_FALSE(from({}).is_there);
}

TEST(BazelTest, CommonNamesCountOnlyUnderBazel) {
  std::map<std::string, std::string> variables{{"TEST_TIMEOUT", "30000ms"}, {"TEST_RANDOM_SEED", "x"}};
  EXPECT_EQ(from(variables).timeout_seconds, 0);
  variables["BAZEL_TEST"] = "1";
  EXPECT_THROW(from(variables), Error);
  EXPECT_EQ(from({{"XML_OUTPUT_FILE", "a.xml"}}).xml_file, "a.xml");
}

TEST(BazelTest, TheSeedIsTheNumberOfTheRun) {
  EXPECT_EQ(from({{"BAZEL_TEST", "1"}, {"TEST_RUN_NUMBER", "4"}}).seed, 4u);
  EXPECT_EQ(from({{"BAZEL_TEST", "1"}, {"TEST_RUN_NUMBER", "4"}, {"TEST_RANDOM_SEED", "5"}}).seed, 5u);
}

TEST(BazelTest, LeavesTimeToReport) {
  const auto own = [](const char* timeout) {
    return from({{"BAZEL_TEST", "1"}, {"TEST_TIMEOUT", timeout}}).own_timeout_seconds();
  };
  EXPECT_EQ(own("0"), 0);
  EXPECT_EQ(own("1"), 1);
  EXPECT_EQ(own("12"), 6);
  EXPECT_EQ(own("60"), 50);
  EXPECT_EQ(own("300"), 270);
  EXPECT_EQ(own("4000000000"), 900000);
}

}  // namespace
}  // namespace casement
